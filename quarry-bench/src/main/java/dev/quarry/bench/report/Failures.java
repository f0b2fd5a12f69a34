package dev.quarry.bench.report;

import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import java.util.List;

/** Every run that failed, and how. */
final class Failures {
    private final RunResult result;

    Failures(RunResult result) {
        this.result = result;
    }

    TextTable table() {
        var table = new TextTable("Failures", List.of("Row", "allocator: how"));
        for (RowResult row : result.rows()) {
            row.failures().forEach((peer, how) ->
                    table.add(List.of(row.name(), peer + ": " + how)));
        }
        return table;
    }
}
