package dev.quarry.bench.report;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.stat.Numbers;
import dev.quarry.bench.stat.Verdict;
import dev.quarry.bench.workload.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Wins, ties and losses of Quarry against each peer, and every loss by name. */
public final class Score {
    /** Each row's chief figure. */
    public static final String TIME = "time";

    public static final String PEAK_MEMORY = "peak memory";

    /**
     * Quarry beside a peer over all rows.
     *
     * @param subject {@link #TIME} or {@link #PEAK_MEMORY}
     * @param mean    geometric mean of the advantage, above 1 is better; of no row: empty
     */
    public record Standing(String peer, String subject, Map<Verdict, Long> counts,
            OptionalDouble mean) {
        public long count(Verdict verdict) {
            return counts.getOrDefault(verdict, 0L);
        }
    }

    /** One lost comparison: how many times worse, and within which share it would be a tie. */
    public record Loss(String row, String peer, String metric, double times, double noise) {
    }

    private final RunResult result;

    public Score(RunResult result) {
        this.result = result;
    }

    /** Of each peer the time, then the peak memory where it was measured; none without Quarry. */
    public List<Standing> standings() {
        List<Figure> chiefs = result.rows().stream().map(RowResult::chief).toList();
        List<Figure> peaks = result.rows().stream()
                .flatMap(row -> row.figure(Metric.PEAK).stream()).toList();
        List<Standing> standings = new ArrayList<>();
        for (String peer : result.hasQuarry() ? result.allocators() : List.<String>of()) {
            if (!peer.equals(Peer.QUARRY)) {
                standings.add(standing(peer, TIME, chiefs));
                if (!peaks.isEmpty()) {
                    standings.add(standing(peer, PEAK_MEMORY, peaks));
                }
            }
        }
        return standings;
    }

    private static Standing standing(String peer, String subject, List<Figure> figures) {
        Map<Verdict, Long> counts = figures.stream().map(figure -> figure.verdicts().get(peer))
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(verdict -> verdict, Collectors.counting()));
        List<Double> advantages = figures.stream()
                .filter(figure -> countsInMean(figure, peer))
                .map(figure -> advantage(figure, peer)).toList();
        return new Standing(peer, subject, counts, advantages.isEmpty() ? OptionalDouble.empty()
                : OptionalDouble.of(Numbers.geometricMean(advantages)));
    }

    private static double advantage(Figure figure, String peer) {
        return figure.advantage(figure.medians().get(Peer.QUARRY), figure.medians().get(peer));
    }

    /** Nothing at all compares with nothing: it is a loss or a win, but no part of a mean. */
    private static boolean countsInMean(Figure figure, String peer) {
        return figure.medians().getOrDefault(Peer.QUARRY, 0.0) > 0
                && figure.medians().getOrDefault(peer, 0.0) > 0;
    }

    /** In the order of the rows. */
    public List<Loss> losses() {
        List<Loss> losses = new ArrayList<>();
        for (RowResult row : result.rows()) {
            addLosses(losses, row, row.chief());
            row.figure(Metric.PEAK).ifPresent(peak -> addLosses(losses, row, peak));
        }
        return losses;
    }

    private static void addLosses(List<Loss> losses, RowResult row, Figure figure) {
        figure.verdicts().forEach((peer, verdict) -> {
            if (verdict == Verdict.LOSS) {
                losses.add(new Loss(row.name(), peer, figure.metric(),
                        1 / advantage(figure, peer), figure.noise()));
            }
        });
    }

    List<TextTable> tables() {
        var verdicts = new TextTable("Verdicts of Quarry (mean: geometric mean of the advantage,"
                + " above 1 is better)", List.of("Against", "on", "win", "tie", "loss",
                        "peer failed", "quarry failed", "mean"));
        standings().forEach(standing -> verdicts.add(line(standing)));
        var losses = new TextTable("Every loss: how many times worse, and the noise",
                List.of("Row", "against", "on", "times", "noise"));
        losses().forEach(loss -> losses.add(List.of(loss.row(), loss.peer(), loss.metric(),
                Format.times(loss.times()), Format.percent(loss.noise()))));
        return List.of(verdicts, losses);
    }

    private static List<String> line(Standing standing) {
        List<String> cells = new ArrayList<>(List.of(standing.peer(), standing.subject()));
        for (Verdict verdict : Verdict.values()) {
            cells.add(Long.toString(standing.count(verdict)));
        }
        cells.add(standing.mean().isEmpty() ? Format.NONE
                : Format.times(standing.mean().getAsDouble()));
        return cells;
    }
}
