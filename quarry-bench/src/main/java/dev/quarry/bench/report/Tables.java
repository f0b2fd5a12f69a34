package dev.quarry.bench.report;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.FunctionShare;
import dev.quarry.bench.result.LoopCost;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.workload.Metric;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** All tables of a run as one text, from the raw result alone. */
public final class Tables {
    private final RunResult result;
    private final List<String> allocators;

    private Tables(RunResult result) {
        this.result = result;
        this.allocators = result.allocators();
    }

    public static String of(RunResult result) {
        var tables = new Tables(result);
        List<String> parts = new ArrayList<>();
        parts.add(tables.head());
        tables.addTo(parts, tables.chief());
        tables.addTo(parts, tables.details());
        tables.addTo(parts, tables.common(Metric.PEAK, "Peak resident memory, MB"));
        tables.addTo(parts, tables.common(Metric.FAULTS, "Minor page faults"));
        tables.addTo(parts, tables.common(Metric.WALL, "Wall clock, s (of the timed part)"));
        tables.addTo(parts, new ThreadsTable(result).table());
        tables.addTo(parts, tables.instructions());
        tables.addTo(parts, tables.libraries());
        tables.addTo(parts, tables.shares());
        tables.addTo(parts, tables.failures());
        parts.add(new Score(result).text());
        return String.join("\n", parts);
    }

    private void addTo(List<String> parts, TextTable table) {
        if (!table.isEmpty()) {
            parts.add(table.toString());
        }
    }

    private String head() {
        var text = new StringBuilder("Quarry benchmarks, C side: ").append(result.label())
                .append(" (").append(result.scale()).append(", up to ").append(result.rounds())
                .append(" rounds, ").append(result.seconds()).append(" s)\n\n");
        result.machine().facts().forEach((name, value) ->
                text.append(String.format("%-18s %s%n", name, value)));
        text.append(String.format("%-18s %s%n", "command", result.command()));
        result.missing().forEach(words -> text.append("note: ").append(words).append('\n'));
        return text.toString();
    }

    private TextTable chief() {
        List<String> heads = new ArrayList<>(List.of("Time and rate", "unit"));
        heads.addAll(columns());
        heads.addAll(List.of("harness", "noise", "n"));
        addVerdictHead(heads);
        var table = new TextTable("Medians. W win, = tie, L loss of Quarry against the peers in"
                + " the order of the columns; - peer failed, X Quarry failed.\n"
                + "harness: its cost as a share of the fastest column.", heads);
        for (RowResult row : result.rows()) {
            List<String> cells = start(row.name(), row.chief());
            cells.add(harness(row));
            finish(cells, row, row.chief());
            table.add(cells);
        }
        return table;
    }

    /** Further figures of those rows that have some of their own. */
    private TextTable details() {
        List<String> heads = new ArrayList<>(List.of("More figures", "unit"));
        heads.addAll(columns());
        heads.addAll(List.of("noise", "n"));
        addVerdictHead(heads);
        var table = new TextTable("Figures of single workloads", heads);
        Set<String> common = Set.of(Metric.PEAK.name(), Metric.FAULTS.name(),
                Metric.WALL.name());
        for (RowResult row : result.rows()) {
            List<Figure> own = row.figures().stream()
                    .filter(figure -> !common.contains(figure.metric())).toList();
            for (Figure figure : own.size() > 1 ? own : List.<Figure>of()) {
                List<String> cells = start(row.name() + ": " + figure.metric(), figure);
                finish(cells, row, figure);
                table.add(cells);
            }
        }
        return table;
    }

    private TextTable common(Metric metric, String title) {
        List<String> heads = new ArrayList<>(List.of("Row", "unit"));
        heads.addAll(columns());
        heads.addAll(List.of("noise", "n"));
        addVerdictHead(heads);
        var table = new TextTable(title, heads);
        for (RowResult row : result.rows()) {
            row.figure(metric).ifPresent(figure -> {
                List<String> cells = start(row.name(), figure);
                finish(cells, row, figure);
                table.add(cells);
            });
        }
        return table;
    }

    private List<String> columns() {
        List<String> columns = new ArrayList<>(allocators);
        if (result.hasColumn(Peer.LINKED_NAME)) {
            columns.add(Peer.LINKED_NAME);
        }
        return columns;
    }

    private void addVerdictHead(List<String> heads) {
        if (result.hasQuarry()) {
            heads.add("verdict");
        }
    }

    private List<String> start(String name, Figure figure) {
        List<String> cells = new ArrayList<>(List.of(name, figure.unit()));
        columns().forEach(column -> cells.add(Format.figure(figure.medians().get(column))));
        return cells;
    }

    private void finish(List<String> cells, RowResult row, Figure figure) {
        cells.add(Format.percent(figure.noise()));
        cells.add(Integer.toString(row.rounds()));
        if (result.hasQuarry()) {
            cells.add(figure.verdicts().values().stream().map(verdict -> verdict.sign())
                    .collect(Collectors.joining(" ")));
        }
    }

    /** What the harness costs, of what the fastest allocator's run costs. */
    private String harness(RowResult row) {
        Figure figure = row.figure(Metric.RATE).or(() -> row.figure(Metric.CPU)).orElse(null);
        Double harness = figure == null ? null : figure.medians().get(Peer.HARNESS_NAME);
        if (harness == null) {
            return Format.NONE;
        }
        double least = columns().stream().map(figure.medians()::get).filter(Objects::nonNull)
                .mapToDouble(value -> figure.advantage(harness, value)).min().orElse(1);
        return Format.percent(1 / least);
    }

    private TextTable instructions() {
        Set<String> columns = new LinkedHashSet<>();
        result.instructions().forEach(cost -> columns.addAll(cost.perOperation().keySet()));
        List<String> heads = new ArrayList<>(List.of("Loop"));
        heads.addAll(columns);
        var table = new TextTable("Instructions per allocate + write + free (callgrind)."
                + " loop: the loop with its two calls; harness: the loop without", heads);
        for (LoopCost cost : result.instructions()) {
            List<String> cells = new ArrayList<>(List.of(cost.loop() + " " + cost.bytes() + " B"));
            columns.forEach(c -> cells.add(Format.figure(cost.perOperation().get(c))));
            table.add(cells);
        }
        return table;
    }

    private TextTable libraries() {
        var table = new TextTable("Allocators", List.of("Name", "version", "file", "bytes",
                "code bytes", "set"));
        for (PeerInfo peer : result.peers()) {
            if (peer.bytes() > 0 && !peer.name().endsWith("-again")) {
                table.add(List.of(peer.name(), peer.version(), peer.file(),
                        Long.toString(peer.bytes()), Long.toString(peer.code()),
                        peer.tuned().isEmpty() ? Format.NONE : peer.settings()));
            }
        }
        return table;
    }

    private TextTable shares() {
        var table = new TextTable("Share of time per function (linux-perf, user time)",
                List.of("Row", "allocator", "%", "object", "function"));
        for (FunctionShare share : result.shares()) {
            table.add(List.of(share.row(), share.peer(), Format.figure(share.percent()),
                    share.object(), share.function()));
        }
        return table;
    }

    private TextTable failures() {
        var table = new TextTable("Failures", List.of("Row", "allocator: how"));
        for (RowResult row : result.rows()) {
            for (Map.Entry<String, String> failure : row.failures().entrySet()) {
                table.add(List.of(row.name(), failure.getKey() + ": " + failure.getValue()));
            }
        }
        return table;
    }
}
