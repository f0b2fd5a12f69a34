package dev.quarry.bench.page;

import static dev.quarry.bench.report.Score.PEAK_MEMORY;

import dev.quarry.bench.report.Format;
import dev.quarry.bench.report.Score;
import dev.quarry.bench.report.Score.Loss;
import dev.quarry.bench.report.Score.Standing;
import dev.quarry.bench.stat.Verdict;
import dev.quarry.bench.workload.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The table of wins, ties and losses, and the list of every loss. */
final class Verdicts {
    private static final Map<Verdict, String> STYLES = Map.of(Verdict.WIN, "win",
            Verdict.TIE, "tie", Verdict.LOSS, "loss", Verdict.PEER_FAILED, "failed",
            Verdict.FAILED, "broken");

    private static final char NO_BREAK = '\u00a0';

    private final Score score;

    Verdicts(Score score) {
        this.score = score;
    }

    void standingsTo(Html html) {
        Map<String, List<Standing>> peers = score.standings().stream().collect(
                Collectors.groupingBy(Standing::peer, LinkedHashMap::new, Collectors.toList()));
        if (peers.isEmpty()) {
            html.leaf("p", "Quarry did not run: there are no verdicts.");
            return;
        }
        html.open("div", "class", "scroll").open("table", "class", "standings").open("thead")
                .open("tr").leaf("th", "Against", "scope", "col");
        peers.values().iterator().next().forEach(standing -> html
                .leaf("th", standing.subject(), "scope", "col")
                .leaf("th", "mean", "scope", "col"));
        html.close("tr").close("thead").open("tbody");
        peers.forEach((peer, standings) -> {
            html.open("tr").leaf("th", peer, "scope", "row");
            standings.forEach(standing -> standingTo(html, standing));
            html.close("tr");
        });
        html.close("tbody").close("table").close("div");
    }

    private static void standingTo(Html html, Standing standing) {
        html.open("td").open("div", "class", "bar");
        for (Verdict verdict : Verdict.values()) {
            long count = standing.count(verdict);
            if (count > 0) {
                html.leaf("span", Long.toString(count), "class", STYLES.get(verdict),
                        "style", "flex-grow:" + count, "title", STYLES.get(verdict));
            }
        }
        html.close("div").close("td");
        String mean = standing.mean().isEmpty() ? Format.NONE
                : Format.times(standing.mean().getAsDouble());
        html.leaf("td", mean, "class", "mean "
                + (standing.mean().orElse(1) < 1 ? "behind" : "ahead"));
    }

    /** Those in time, and those in peak memory, of each the worst first. */
    void lossesTo(Html html) {
        Map<Boolean, List<Loss>> losses = score.losses().stream().collect(
                Collectors.partitioningBy(loss -> loss.metric().equals(Metric.PEAK.name())));
        html.open("div", "class", "beside");
        lossesTo(html, "Time, or what a row is about", losses.get(false));
        if (score.standings().stream().map(Standing::subject).anyMatch(PEAK_MEMORY::equals)) {
            lossesTo(html, "Peak memory", losses.get(true));
        }
        html.close("div");
    }

    private static void lossesTo(Html html, String title, List<Loss> losses) {
        Comparator<Loss> worstFirst = Comparator.comparing(Loss::times).reversed();
        Map<String, List<Loss>> rows = losses.stream().sorted(worstFirst).collect(
                Collectors.groupingBy(Loss::row, LinkedHashMap::new, Collectors.toList()));
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("Row", "times worse than", "noise"));
        rows.forEach((row, lost) -> lines.add(List.of(row, lost.stream()
                .map(loss -> loss.peer() + NO_BREAK + Format.times(loss.times()))
                .collect(Collectors.joining(", ")), Format.percent(lost.getFirst().noise()))));
        html.open("div").leaf("h4", title + ": " + losses.size());
        if (!losses.isEmpty()) {
            html.table(lines, "losses");
        }
        html.close("div");
    }
}
