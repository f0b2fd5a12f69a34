package dev.quarry.bench.jvm;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.jvm.worker.Answer;
import dev.quarry.bench.jvm.worker.Order;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.result.Machine;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Meter;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.workload.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run of the JVM side: some generations of JVMs, in each of them every row, round by round. */
final class JvmSuite {
    private static final List<Metric> METRICS = List.of(
            new Metric("cpu", "CPU ns/op", Metric.Better.LOWER,
                    sample -> (double) sample.cpuNanos() / Math.max(1, sample.ops())),
            new Metric("wall", "ns/op", Metric.Better.LOWER,
                    sample -> (double) sample.wallNanos() / Math.max(1, sample.ops())),
            new Metric("garbage", "B/op", Metric.Better.LOWER,
                    sample -> sample.notes().getOrDefault(Answer.GARBAGE, 0L) / 1000.0));

    private static final List<Metric> LATENCIES = List.of(latency("p50"), latency("p99"),
            latency("p999"));

    private static Metric latency(String name) {
        return new Metric(name, "ns", Metric.Better.LOWER,
                sample -> sample.notes().getOrDefault(name + "_ns", 0L));
    }

    private final Layout layout;
    private final JvmSelection selection;
    private final Meter meter;
    private final Instant began = Instant.now();

    JvmSuite(Layout layout, JvmSelection selection, Meter meter) {
        this.layout = layout;
        this.selection = selection;
        this.meter = meter;
    }

    RunResult run(String label) {
        Columns columns = Columns.find(selection.scale(), selection.peers(),
                selection.against());
        Machine machine = Machine.look(layout);
        columns.missing().forEach(words -> meter.done("note: " + words));
        List<RowResult> results = measure(columns);
        return new RunResult(label, began.truncatedTo(ChronoUnit.SECONDS).toString(),
                selection.command(), selection.scale().name().toLowerCase(Locale.ROOT),
                rounds(), Duration.between(began, Instant.now()).toSeconds(), machine,
                columns.all().stream().map(column -> PeerInfo.of(layout, column.peer())).toList(),
                columns.missing(), results, List.of(), List.of());
    }

    private int rounds() {
        return selection.scale().generations() * selection.scale().rounds();
    }

    private List<RowResult> measure(Columns columns) {
        List<JvmRow> rows = selection.rows();
        Map<JvmRow, List<Sample>> samples = new LinkedHashMap<>();
        rows.forEach(row -> samples.put(row, new ArrayList<>()));
        var failures = new Failures();
        meter.phase("JVMs and rows", (long) columns.all().size()
                * (selection.scale().generations() + (long) rounds() * rows.size()));
        for (int i = 0; i < selection.scale().generations(); i++) {
            generation(i, columns.all(), failures, samples);
        }
        return samples.entrySet().stream()
                .map(entry -> result(entry.getKey(), entry.getValue(), columns.peers())).toList();
    }

    private void generation(int number, List<Column> columns, Failures failures,
            Map<JvmRow, List<Sample>> samples) {
        int rounds = selection.scale().rounds();
        var starter = new Generation.Starter(logs(), selection.options());
        try (var generation = new Generation(columns, selection.rows(), selection.scale(),
                starter, failures, meter)) {
            generation.warmUp();
            samples.forEach((row, all) -> {
                all.addAll(generation.measure(row, number * rounds, rounds));
                meter.done("generation " + (number + 1) + ": " + row.name());
            });
        }
    }

    private static RowResult result(JvmRow row, List<Sample> samples, Peers peers) {
        List<Metric> metrics = new ArrayList<>(METRICS);
        if (row.kind() == Order.Kind.THREADS) {
            metrics.addAll(LATENCIES);
        }
        return RowResult.of(row.name(), row.workload(), row.threads(), row.order(0, 0).line(),
                metrics, samples, peers);
    }

    private Path logs() {
        try {
            return Files.createDirectories(layout.home().resolve(
                    "quarry-bench-jvm/target/logs"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
