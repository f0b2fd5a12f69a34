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
import java.util.Set;
import java.util.stream.Collectors;

/** The tables of a run of the JVM side: the many allocators down, a workload's sizes across. */
final class JvmTables {
    private static final Map<String, String> TITLES = Map.of(
            "cpu", "CPU nanoseconds of an operation; verdicts of Quarry: W win, = tie, L loss,"
                    + " - peer failed, X Quarry failed",
            "wall", "Wall clock nanoseconds of an operation",
            "garbage", "Bytes of garbage of an operation",
            "p50", "Latency of a call, median, ns (one in 64 is timed, the clock's cost included)",
            "p99", "Latency of a call, 99th percentile, ns",
            "p999", "Latency of a call, 99.9th percentile, ns");

    /** Whose verdicts are shown; those over all rows are made of them. */
    private static final Set<String> JUDGED = Set.of("cpu", "end", "peak");

    private final RunResult result;

    JvmTables(RunResult result) {
        this.result = result;
    }

    List<TextTable> tables() {
        List<TextTable> tables = new ArrayList<>();
        Map<String, List<RowResult>> families = new LinkedHashMap<>();
        rowsWith("cpu").forEach(row ->
                families.computeIfAbsent(row.family(), name -> new ArrayList<>()).add(row));
        families.forEach((name, rows) -> tables.add(table(name + ": ", "cpu", rows)));
        Map<Boolean, List<RowResult>> byThreads = rowsWith("cpu").stream()
                .collect(Collectors.partitioningBy(row -> row.figure("p99").isPresent()));
        addAll(tables, "One thread: ", List.of("garbage", "wall"), byThreads.get(false));
        addAll(tables, "Several threads: ", List.of("garbage", "wall", "p50", "p99", "p999"),
                byThreads.get(true));
        rowsWith("end").forEach(row -> tables.add(memory(row)));
        if (result.hasQuarry() && !rowsWith("cpu").isEmpty()) {
            tables.add(new JvmBar(result).table());
        }
        return tables;
    }

    private List<RowResult> rowsWith(String metric) {
        return result.rows().stream().filter(row -> row.figure(metric).isPresent()).toList();
    }

    private void addAll(List<TextTable> tables, String of, List<String> metrics,
            List<RowResult> rows) {
        if (!rows.isEmpty()) {
            metrics.forEach(metric -> tables.add(table(of, metric, rows)));
        }
    }

    private TextTable table(String of, String metric, List<RowResult> rows) {
        return table(of + TITLES.get(metric), rows.stream().map(RowResult::name).toList(),
                rows.stream().map(row -> figure(row, metric)).toList());
    }

    /** A row of memory over time: its figures across. */
    private TextTable memory(RowResult row) {
        return table(row.name() + ": resident memory in MB above that of the JVM, at the end of"
                + " the idle time, with all blocks live, when all are freed, and after so long",
                row.figures().stream().map(Figure::metric).toList(), row.figures());
    }

    private TextTable table(String title, List<String> names, List<Figure> figures) {
        List<String> heads = new ArrayList<>(List.of("Allocator"));
        heads.addAll(names);
        var table = new TextTable(title, heads);
        for (PeerInfo peer : result.peers()) {
            table.add(line(peer.name(), figures));
        }
        List<String> noise = new ArrayList<>(List.of("noise"));
        figures.forEach(figure -> noise.add(Format.percent(figure.noise())));
        table.add(noise);
        return table;
    }

    private static List<String> line(String peer, List<Figure> figures) {
        List<String> cells = new ArrayList<>(List.of(peer));
        for (Figure figure : figures) {
            Verdict verdict = JUDGED.contains(figure.metric()) ? figure.verdicts().get(peer)
                    : null;
            String sign = verdict == null ? "  " : " " + verdict.sign();
            cells.add(Format.figure(figure.medians().get(peer)) + sign);
        }
        return cells;
    }

    private static Figure figure(RowResult row, String metric) {
        return row.figure(metric).orElseThrow();
    }
}
