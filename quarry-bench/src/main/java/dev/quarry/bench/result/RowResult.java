package dev.quarry.bench.result;

import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.workload.Metric;
import dev.quarry.bench.workload.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A row with all that was seen.
 *
 * @param rounds   rounds completed
 * @param figures  the row's own metrics, the chief one first, then those that all rows have
 * @param failures by column: how it failed
 */
public record RowResult(String name, String family, int threads, String command, int rounds,
        List<Figure> figures, Map<String, String> failures, List<Sample> samples) {

    public static RowResult of(Row row, List<Sample> samples, Peers peers) {
        List<Metric> metrics = new ArrayList<>(row.metrics());
        for (Metric common : List.of(Metric.PEAK, Metric.FAULTS, Metric.WALL)) {
            if (!metrics.contains(common)) {
                metrics.add(common);
            }
        }
        return of(row.name(), row.family(), row.threads(), row.task().shown(), metrics, samples,
                peers);
    }

    /** With these metrics alone, the chief one first. */
    public static RowResult of(String name, String family, int threads, String command,
            List<Metric> metrics, List<Sample> samples, Peers peers) {
        Map<String, String> failures = new LinkedHashMap<>();
        samples.stream().filter(Sample::failed)
                .forEach(sample -> failures.put(sample.peer(), sample.failure()));
        int rounds = samples.stream().mapToInt(Sample::round).max().orElse(-1) + 1;
        return new RowResult(name, family, threads, command, rounds,
                metrics.stream().map(metric -> Figure.of(metric, samples, peers)).toList(),
                failures, samples);
    }

    public Figure chief() {
        return figures.getFirst();
    }

    public Optional<Figure> figure(Metric metric) {
        return figure(metric.name());
    }

    public Optional<Figure> figure(String metric) {
        return figures.stream().filter(f -> f.metric().equals(metric)).findFirst();
    }
}
