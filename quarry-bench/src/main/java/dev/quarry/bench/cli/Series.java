package dev.quarry.bench.cli;

import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.run.Budget;
import dev.quarry.bench.run.Meter;
import dev.quarry.bench.run.RowRunner;
import dev.quarry.bench.workload.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Measures rows one after the other and tells the meter.
 *
 * @param peers the columns of a row
 */
record Series(RowRunner runner, Meter meter, Function<Row, Peers> peers) {

    List<RowResult> measure(List<Row> rows, Duration time) {
        var budget = new Budget(time,
                rows.stream().mapToDouble(row -> row.seconds() * runner.rounds(row)).sum());
        meter.phase("rows", rows.stream().mapToLong(this::steps).sum());
        List<RowResult> results = new ArrayList<>();
        for (Row row : rows) {
            Peers columns = peers.apply(row);
            RowResult result = RowResult.of(row, runner.run(row, columns.columns(), budget),
                    columns);
            results.add(result);
            meter.done(line(result));
        }
        return results;
    }

    private long steps(Row row) {
        return runner.rounds(row) * peers.apply(row).columns().stream()
                .filter(row.task()::serves).count();
    }

    private static String line(RowResult result) {
        var text = new StringBuilder(result.name()).append(" [").append(result.chief().unit())
                .append("]");
        result.chief().medians().forEach((peer, median) -> text.append(
                String.format(Locale.ROOT, " %s %.4g", peer, median)));
        result.failures().forEach((peer, how) -> text.append(" ").append(peer)
                .append(" FAILED (").append(how).append(")"));
        return text.append(" n=").append(result.rounds()).toString();
    }
}
