package dev.quarry.bench.jvm;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.jvm.worker.Answer;
import dev.quarry.bench.jvm.worker.Order;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.result.LatencyShare;
import dev.quarry.bench.result.Machine;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Budget;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run of the JVM side: some generations of JVMs, in each of them every row, round by round. */
final class JvmSuite {
    private static final List<Metric> METRICS = List.of(
            new Metric("cpu", "CPU ns/op", Metric.Better.LOWER,
                    sample -> (double) sample.cpuNanos() / Math.max(1, sample.ops())),
            new Metric("wall", "ns/op", Metric.Better.LOWER,
                    sample -> (double) sample.wallNanos() / Math.max(1, sample.ops())),
            new Metric("garbage", "B/op", Metric.Better.LOWER,
                    sample -> sample.notes().getOrDefault(Answer.GARBAGE, 0L) / 1000.0));

    private static final List<Metric> LATENCIES = List.of(latency("p50", LatencyShare.P50),
            latency("p99", LatencyShare.P99), latency("p999", LatencyShare.P999));

    /** As on the C side. */
    private static final List<Metric> RESIDENT = List.of(Metric.resident("end_kb"),
            Metric.resident("peak_kb"), Metric.resident("freed_kb"),
            Metric.resident("idle_1000ms_kb"), Metric.resident("idle_2000ms_kb"));

    private static Metric latency(String name, LatencyShare share) {
        return new Metric(name, "ns", Metric.Better.LOWER,
                sample -> sample.notes().getOrDefault(share.note(), 0L));
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
        Map<JvmRow, List<Sample>> samples = new LinkedHashMap<>();
        selection.rows().forEach(row -> samples.put(row, new ArrayList<>()));
        Map<Boolean, List<JvmRow>> rows = selection.rows().stream().collect(
                Collectors.partitioningBy(row -> row.kind() == Order.Kind.MEMORY));
        int generations = selection.scale().generations();
        meter.phase("JVMs and rows", (long) columns.all().size() * (generations
                + (long) generations * rows.get(true).size()
                + (long) rounds() * rows.get(false).size()));
        var failures = new Failures();
        for (int i = 0; i < generations; i++) {
            Instant end = Instant.now().plus(left().dividedBy(generations - i));
            watch(i, columns.all(), rows.get(true), failures, samples);
            measure(i, columns.all(), rows.get(false), failures, samples, end);
        }
        return samples.entrySet().stream()
                .map(entry -> result(entry.getKey(), entry.getValue(), columns.peers())).toList();
    }

    /** Of the time for all generations. */
    private Duration left() {
        return selection.scale().budget().minus(Duration.between(began, Instant.now()));
    }

    private void watch(int number, List<Column> columns, List<JvmRow> rows, Failures failures,
            Map<JvmRow, List<Sample>> samples) {
        for (JvmRow row : rows) {
            try (var generation = generation(columns, rows, failures)) {
                samples.get(row).addAll(generation.watch(row, number));
                meter.done("generation " + (number + 1) + ": " + row.name());
            }
        }
    }

    private void measure(int number, List<Column> columns, List<JvmRow> rows, Failures failures,
            Map<JvmRow, List<Sample>> samples, Instant end) {
        if (rows.isEmpty()) {
            return;
        }
        try (var generation = generation(columns, rows, failures)) {
            generation.warmUp();
            var budget = new Budget(Duration.between(Instant.now(), end), rows.size());
            for (JvmRow row : rows) {
                List<Sample> all = samples.get(row);
                int done = all.stream().mapToInt(Sample::round).max().orElse(-1) + 1;
                all.addAll(generation.measure(row, done, budget));
                meter.done("generation " + (number + 1) + ": " + row.name());
            }
        }
    }

    private Generation generation(List<Column> columns, List<JvmRow> rows, Failures failures) {
        return new Generation(columns, rows, selection.scale(),
                new Generation.Starter(logs(), selection.options()), failures, meter);
    }

    private static RowResult result(JvmRow row, List<Sample> samples, Peers peers) {
        List<Metric> metrics = switch (row.kind()) {
            case LOOP -> METRICS;
            case THREADS -> Stream.concat(METRICS.stream(), LATENCIES.stream()).toList();
            case MEMORY -> RESIDENT;
        };
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
