package dev.quarry.bench.report;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.FunctionShare;
import dev.quarry.bench.result.LoopCost;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.workload.Metric;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All tables of a run as one text, from the raw result alone. */
public final class Tables {
    private final RunResult result;
    private final List<String> allocators;

    private Tables(RunResult result) {
        this.result = result;
        this.allocators = result.allocators();
    }

    public static String of(RunResult result) {
        return new Head(result).text() + "\n" + Stream.concat(figures(result).stream(),
                        new Score(result).tables().stream().filter(table -> !table.isEmpty()))
                .map(TextTable::toString).collect(Collectors.joining("\n"));
    }

    /** Those that have lines, in order; without the verdicts over all rows. */
    public static List<TextTable> figures(RunResult result) {
        List<TextTable> tables = new ArrayList<>(result.isOfJvm()
                ? new JvmTables(result).tables() : new Tables(result).ofC());
        tables.add(new Libraries(result).table());
        tables.add(new Failures(result).table());
        return tables.stream().filter(table -> !table.isEmpty()).toList();
    }

    private List<TextTable> ofC() {
        return List.of(chief(), details(),
                common(Metric.PEAK, "Peak resident memory, MB"),
                common(Metric.FAULTS, "Minor page faults"),
                common(Metric.WALL, "Wall clock, s (of the timed part)"),
                new ThreadsTable(result).table(), instructions(), shares());
    }

    private TextTable chief() {
        List<String> heads = new ArrayList<>(List.of("Time and rate", "unit"));
        heads.addAll(columns());
        heads.addAll(List.of("harness", "work", "noise", "n"));
        addVerdictHead(heads);
        var table = new TextTable("Medians. W win, = tie, L loss of Quarry against the peers in"
                + " the order of the columns; - peer failed, X Quarry failed.\n"
                + "harness, work: what they cost, as shares of the fastest column.", heads);
        for (RowResult row : result.rows()) {
            List<String> cells = start(row.name(), row.chief());
            cells.add(shown(harness(row)));
            cells.add(shown(work(row)));
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

    private static String shown(OptionalDouble share) {
        return share.isPresent() ? Format.percent(share.getAsDouble()) : Format.NONE;
    }

    private OptionalDouble harness(RowResult row) {
        return share(row, Peer.HARNESS_NAME);
    }

    /** The workload's own work: what its column costs beyond the harness, which is in it. */
    private OptionalDouble work(RowResult row) {
        OptionalDouble both = share(row, Peer.WORK_NAME);
        OptionalDouble harness = harness(row);
        return both.isEmpty() || harness.isEmpty() ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, both.getAsDouble() - harness.getAsDouble()));
    }

    /** What the column costs, of what the fastest allocator's run costs. */
    private OptionalDouble share(RowResult row, String column) {
        Figure figure = row.figure(Metric.RATE).or(() -> row.figure(Metric.CPU)).orElse(null);
        Double cost = figure == null ? null : figure.medians().get(column);
        if (cost == null) {
            return OptionalDouble.empty();
        }
        double least = columns().stream().map(figure.medians()::get).filter(Objects::nonNull)
                .mapToDouble(value -> figure.advantage(cost, value)).min().orElse(1);
        return OptionalDouble.of(1 / least);
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

    private TextTable shares() {
        var table = new TextTable("Share of time per function (linux-perf, user time)",
                List.of("Row", "allocator", "%", "object", "function"));
        for (FunctionShare share : result.shares()) {
            table.add(List.of(share.row(), share.peer(), Format.figure(share.percent()),
                    share.object(), share.function()));
        }
        return table;
    }
}
