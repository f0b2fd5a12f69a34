package dev.quarry.bench.jvm;

import dev.quarry.bench.jvm.worker.Order;
import dev.quarry.bench.jvm.worker.Order.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * A row of the tables.
 *
 * @param argument of a loop the size of its blocks, 0 where it has sizes of its own; else threads;
 *                 of a burst MiB
 */
record JvmRow(Kind kind, String workload, int argument) {
    private static final List<String> LOOPS = List.of("pair", "churn", "bulk");
    private static final int REQUESTS = 10_000;
    private static final int BURST_MIB = 128;

    static List<JvmRow> all(List<Integer> sizes, List<Integer> threads) {
        List<JvmRow> rows = new ArrayList<>();
        for (String loop : LOOPS) {
            sizes.forEach(bytes -> rows.add(new JvmRow(Kind.LOOP, loop, bytes)));
        }
        rows.add(new JvmRow(Kind.LOOP, "mixed", 0));
        rows.add(new JvmRow(Kind.THREADS, "hand-over", 2));
        for (String workload : List.of("xmalloc", "larson", "mstress")) {
            threads.forEach(count -> rows.add(new JvmRow(Kind.THREADS, workload, count)));
        }
        rows.add(new JvmRow(Kind.THREADS, "virtual", REQUESTS));
        rows.add(new JvmRow(Kind.MEMORY, "burst-idle", BURST_MIB));
        return rows;
    }

    /** The asked-for rows; a name that is none is an error, not silence. */
    static List<JvmRow> select(List<JvmRow> all, List<String> names) {
        for (String name : names) {
            if (all.stream().noneMatch(row -> row.isNamed(name))) {
                throw new IllegalArgumentException("no workload \"" + name + "\"; there are: "
                        + String.join(", ", all.stream().map(JvmRow::workload).distinct()
                                .toList()));
            }
        }
        return all.stream()
                .filter(row -> names.isEmpty() || names.stream().anyMatch(row::isNamed)).toList();
    }

    private boolean isNamed(String name) {
        return name.equals(workload) || name.equals(name());
    }

    String name() {
        return switch (kind) {
            case LOOP -> argument == 0 ? workload : workload + " " + argument + " B";
            case THREADS -> workload + " x" + argument;
            case MEMORY -> workload;
        };
    }

    int threads() {
        return kind == Kind.THREADS ? argument : 1;
    }

    Order order(int leadMillis, int millis) {
        return new Order(kind, workload, argument, leadMillis, millis);
    }
}
