package dev.quarry.bench.page;

import dev.quarry.bench.page.Picture.Bar;
import dev.quarry.bench.page.Picture.Part;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.report.Format;
import dev.quarry.bench.report.Score;
import dev.quarry.bench.report.Score.Standing;
import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.stat.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A run in a few pictures, for documents. */
public final class Pictures {
    private static final String IDLE = "burst-idle";

    private final RunResult run;

    private Pictures(RunResult run) {
        this.run = run;
    }

    /** SVG by file name: verdicts in time and in memory, and what an idle process keeps. */
    public static Map<String, String> of(RunResult run) {
        return new Pictures(run).all();
    }

    private Map<String, String> all() {
        String side = run.isOfJvm() ? "jvm" : "c";
        Map<String, String> all = new LinkedHashMap<>();
        for (String subject : List.of(Score.TIME, Score.PEAK_MEMORY)) {
            List<Bar> bars = new Score(run).standings().stream()
                    .filter(standing -> standing.subject().equals(subject))
                    .map(Pictures::standing).toList();
            if (!bars.isEmpty()) {
                all.put(side + "-" + subject.replace(' ', '-') + ".svg", Picture.of(
                        title() + ": " + subject, "Rows that Quarry wins, ties and loses; the"
                                + " mean is how many times as much a peer takes", bars));
            }
        }
        run.rows().stream().filter(row -> row.name().equals(IDLE)).forEach(row ->
                all.put(side + "-idle.svg", idle(row)));
        return all;
    }

    private String title() {
        return run.isOfJvm() ? "Quarry on the JVM" : "Quarry as a C library";
    }

    private static Bar standing(Standing standing) {
        List<Part> parts = Stream.of(Verdict.WIN, Verdict.TIE, Verdict.LOSS).map(verdict -> {
            long count = standing.count(verdict);
            return new Part(count, verdict.name().toLowerCase(), Long.toString(count));
        }).toList();
        return new Bar(standing.peer(), parts, standing.mean().isEmpty() ? Format.NONE
                : "mean " + Format.times(standing.mean().getAsDouble()));
    }

    /** The least first, what failed last. */
    private String idle(RowResult row) {
        Figure figure = row.chief();
        List<Bar> bars = Stream.concat(run.allocators().stream()
                .filter(figure.medians()::containsKey)
                .sorted(Comparator.comparing(figure.medians()::get))
                .map(name -> new Bar(name, List.of(new Part(figure.medians().get(name),
                        name.equals(Peer.QUARRY) ? "ours" : "theirs", "")),
                        Format.figure(figure.medians().get(name)) + " " + figure.unit())),
                run.allocators().stream().filter(row.failures()::containsKey)
                        .map(name -> new Bar(name, List.of(), "failed"))).toList();
        return Picture.of(title() + ": resident memory after a burst", "Three seconds after all"
                + " of it was freed, without a call into the allocator", bars);
    }
}
