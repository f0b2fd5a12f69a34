package dev.quarry.bench.report;

import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Efficiency with threads: operations per CPU second of a row, relative to the same workload with
 * one thread under the same allocator. 1.00 means that threads cost nothing.
 */
final class ThreadsTable {
    private final RunResult result;

    ThreadsTable(RunResult result) {
        this.result = result;
    }

    TextTable table() {
        List<String> heads = new ArrayList<>(List.of("Efficiency"));
        heads.addAll(result.allocators());
        var table = new TextTable("Efficiency with threads: work per CPU second relative to one"
                + " thread", heads);
        Map<String, RowResult> alone = new LinkedHashMap<>();
        for (RowResult row : result.rows()) {
            if (row.threads() == 1) {
                alone.put(row.family(), row);
            } else if (row.threads() > 1 && alone.containsKey(row.family())) {
                table.add(line(row, alone.get(row.family())));
            }
        }
        return table;
    }

    private List<String> line(RowResult row, RowResult alone) {
        List<String> cells = new ArrayList<>(List.of(row.name()));
        for (String allocator : result.allocators()) {
            Double now = row.chief().medians().get(allocator);
            Double then = alone.chief().medians().get(allocator);
            cells.add(now == null || then == null ? Format.NONE
                    : Format.times(ratio(row.chief(), now, then)));
        }
        return cells;
    }

    /** The same work is split over the threads, so CPU time compares as rates do. */
    private static double ratio(Figure figure, double now, double then) {
        return figure.advantage(now, then);
    }
}
