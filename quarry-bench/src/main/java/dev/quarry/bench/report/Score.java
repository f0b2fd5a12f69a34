package dev.quarry.bench.report;

import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.stat.Numbers;
import dev.quarry.bench.stat.Verdict;
import dev.quarry.bench.workload.Metric;
import java.util.ArrayList;
import java.util.List;

/** Wins, ties and losses of Quarry against each peer, and every loss by name. */
final class Score {
    private final RunResult result;

    Score(RunResult result) {
        this.result = result;
    }

    String text() {
        if (!result.hasQuarry()) {
            return "Quarry did not run: no verdicts.\n";
        }
        var table = new TextTable("Verdicts of Quarry (mean: geometric mean of the advantage,"
                + " above 1 is better)", List.of("Against", "on", "win", "tie", "loss",
                        "peer failed", "quarry failed", "mean"));
        for (String peer : result.allocators()) {
            if (!peer.equals("quarry")) {
                table.add(line(peer, "time", chiefs()));
                if (!peaks().isEmpty()) {
                    table.add(line(peer, "peak memory", peaks()));
                }
            }
        }
        return table + "\n" + losses();
    }

    private List<Figure> chiefs() {
        return result.rows().stream().map(RowResult::chief).toList();
    }

    private List<Figure> peaks() {
        return result.rows().stream().flatMap(row -> row.figure(Metric.PEAK).stream()).toList();
    }

    private static List<String> line(String peer, String subject, List<Figure> figures) {
        List<String> cells = new ArrayList<>(List.of(peer, subject));
        for (Verdict verdict : Verdict.values()) {
            cells.add(Long.toString(figures.stream()
                    .filter(figure -> figure.verdicts().get(peer) == verdict).count()));
        }
        List<Double> advantages = figures.stream()
                .filter(figure -> countsInMean(figure, peer))
                .map(figure -> advantage(figure, peer)).toList();
        cells.add(advantages.isEmpty() ? Format.NONE
                : Format.times(Numbers.geometricMean(advantages)));
        return cells;
    }

    private static Double advantage(Figure figure, String peer) {
        Double ours = figure.medians().get("quarry");
        Double theirs = figure.medians().get(peer);
        return ours == null || theirs == null ? null : figure.advantage(ours, theirs);
    }

    /** Nothing at all compares with nothing: it is a loss or a win, but no part of a mean. */
    private static boolean countsInMean(Figure figure, String peer) {
        return figure.medians().getOrDefault("quarry", 0.0) > 0
                && figure.medians().getOrDefault(peer, 0.0) > 0;
    }

    private TextTable losses() {
        var table = new TextTable("Every loss: how many times worse, and the noise",
                List.of("Row", "against", "on", "times", "noise"));
        for (RowResult row : result.rows()) {
            addLosses(table, row, row.chief());
            row.figure(Metric.PEAK).ifPresent(peak -> addLosses(table, row, peak));
        }
        return table;
    }

    private static void addLosses(TextTable table, RowResult row, Figure figure) {
        figure.verdicts().forEach((peer, verdict) -> {
            if (verdict == Verdict.LOSS) {
                table.add(List.of(row.name(), peer, figure.metric(),
                        Format.times(1 / advantage(figure, peer)),
                        Format.percent(figure.noise())));
            }
        });
    }
}
