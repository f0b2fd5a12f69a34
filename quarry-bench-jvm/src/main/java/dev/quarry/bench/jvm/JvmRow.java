package dev.quarry.bench.jvm;

import dev.quarry.bench.jvm.worker.Order;
import java.util.ArrayList;
import java.util.List;

/**
 * A row of the tables.
 *
 * @param bytes size of its blocks; 0 where the workload has sizes of its own
 */
record JvmRow(String workload, int bytes) {
    private static final List<String> WORKLOADS = List.of("pair", "churn", "bulk");
    private static final String MIXED = "mixed";

    static List<JvmRow> all(List<Integer> sizes) {
        List<JvmRow> rows = new ArrayList<>();
        for (String workload : WORKLOADS) {
            sizes.forEach(bytes -> rows.add(new JvmRow(workload, bytes)));
        }
        rows.add(new JvmRow(MIXED, 0));
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
        return bytes == 0 ? workload : workload + " " + bytes + " B";
    }

    Order order(int leadMillis, int millis) {
        return new Order(workload, bytes, leadMillis, millis);
    }
}
