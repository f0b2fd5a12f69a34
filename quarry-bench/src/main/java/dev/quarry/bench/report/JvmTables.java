package dev.quarry.bench.report;

import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.stat.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tables of a run of the JVM side: the many allocators down, a workload's sizes across. */
final class JvmTables {
    private static final Map<String, String> TITLES = Map.of(
            "cpu", "CPU nanoseconds of an operation (allocate, write a byte, free), and the"
                    + " verdict of Quarry: W win, = tie, L loss, - peer failed, X Quarry failed",
            "wall", "Wall clock nanoseconds of an operation",
            "garbage", "Bytes of garbage of an operation",
            "p50", "Latency of a call, median, ns (one in 64 is timed, the clock's cost included)",
            "p99", "Latency of a call, 99th percentile, ns",
            "p999", "Latency of a call, 99.9th percentile, ns");

    private final RunResult result;

    JvmTables(RunResult result) {
        this.result = result;
    }

    String text() {
        List<String> parts = new ArrayList<>();
        parts.add(new Head(result).text("JVM side"));
        Map<String, List<RowResult>> families = new LinkedHashMap<>();
        result.rows().forEach(row ->
                families.computeIfAbsent(row.family(), name -> new ArrayList<>()).add(row));
        families.values().forEach(rows -> parts.add(table("cpu", rows).toString()));
        Map<Boolean, List<RowResult>> byThreads = result.rows().stream()
                .collect(Collectors.partitioningBy(row -> row.figure("p99").isPresent()));
        addAll(parts, List.of("garbage", "wall"), byThreads.get(false));
        addAll(parts, List.of("garbage", "wall", "p50", "p99", "p999"), byThreads.get(true));
        if (result.hasQuarry()) {
            parts.add(new JvmBar(result).table().toString());
        }
        for (TextTable table : List.of(new Libraries(result).table(),
                new Failures(result).table())) {
            if (!table.isEmpty()) {
                parts.add(table.toString());
            }
        }
        parts.add(new Score(result).text());
        return String.join("\n", parts);
    }

    private void addAll(List<String> parts, List<String> metrics, List<RowResult> rows) {
        if (!rows.isEmpty()) {
            metrics.forEach(metric -> parts.add(table(metric, rows).toString()));
        }
    }

    private TextTable table(String metric, List<RowResult> rows) {
        List<String> heads = new ArrayList<>(List.of("Allocator"));
        rows.forEach(row -> heads.add(row.name()));
        var table = new TextTable(TITLES.get(metric), heads);
        for (PeerInfo peer : result.peers()) {
            table.add(line(peer.name(), metric, rows));
        }
        List<String> noise = new ArrayList<>(List.of("noise"));
        rows.forEach(row -> noise.add(Format.percent(figure(row, metric).noise())));
        table.add(noise);
        return table;
    }

    private static List<String> line(String peer, String metric, List<RowResult> rows) {
        List<String> cells = new ArrayList<>(List.of(peer));
        for (RowResult row : rows) {
            Figure figure = figure(row, metric);
            Verdict verdict = metric.equals("cpu") ? figure.verdicts().get(peer) : null;
            String sign = verdict == null ? "  " : " " + verdict.sign();
            cells.add(Format.figure(figure.medians().get(peer)) + sign);
        }
        return cells;
    }

    private static Figure figure(RowResult row, String metric) {
        return row.figure(metric).orElseThrow();
    }
}
