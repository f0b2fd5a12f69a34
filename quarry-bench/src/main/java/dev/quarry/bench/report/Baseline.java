package dev.quarry.bench.report;

import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.workload.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Quarry now beside Quarry in an earlier run. Times are compared relative to the C library's in
 * the same run, so that a slower day of the machine is no regression; memory directly. Flagged is
 * what lies outside the noise of both runs together.
 */
public final class Baseline {
    private final RunResult now;
    private final RunResult then;

    private Baseline(RunResult now, RunResult then) {
        this.now = now;
        this.then = then;
    }

    public static String compare(RunResult now, RunResult then) {
        if (!now.hasQuarry() || !then.hasQuarry()) {
            return "No comparison with the baseline: Quarry is missing in one of the runs.\n";
        }
        return new Baseline(now, then).text();
    }

    private String text() {
        Map<String, RowResult> earlier = new HashMap<>();
        then.rows().forEach(row -> earlier.put(row.name(), row));
        var table = new TextTable("Against the baseline \"" + then.label() + "\" (times relative"
                + " to glibc's; above 1.00 is better; ! marks what lies outside the noise)",
                List.of("Row", "on", "then", "now", "times", "noise", "flag"));
        for (RowResult row : now.rows()) {
            RowResult old = earlier.get(row.name());
            if (old == null || !old.command().equals(row.command())) {
                table.add(List.of(row.name(), "not comparable: "
                        + (old == null ? "not in the baseline" : "other arguments")));
                continue;
            }
            figures(row).map(figure -> line(row, old, figure)).filter(Objects::nonNull)
                    .forEach(table::add);
        }
        return table.toString();
    }

    private static Stream<Figure> figures(RowResult row) {
        return Stream.concat(Stream.of(row.chief()), row.figure(Metric.PEAK).stream());
    }

    private static List<String> line(RowResult row, RowResult old, Figure figure) {
        Figure before = old.figures().stream()
                .filter(other -> other.metric().equals(figure.metric())).findFirst().orElse(null);
        Double value = figure.medians().get("quarry");
        Double was = before == null ? null : before.medians().get("quarry");
        if (value == null || was == null) {
            return value == null && was != null
                    ? List.of(row.name(), figure.metric(), "ran", "FAILED", "", "", "! worse")
                    : null;
        }
        double gain = figure.advantage(value, was);
        if (isTime(figure)) {
            gain /= drift(figure, before);
        }
        double noise = figure.noise() + before.noise();
        List<String> cells = new ArrayList<>(List.of(row.name(), figure.metric(),
                Format.figure(was), Format.figure(value), Format.times(gain),
                Format.percent(noise)));
        cells.add(gain > 1 + noise ? "! better" : gain < 1 / (1 + noise) ? "! worse" : "");
        return cells;
    }

    private static boolean isTime(Figure figure) {
        return !figure.unit().equals("MB") && !figure.unit().equals("%");
    }

    /** How much better the C library did today than then. */
    private static double drift(Figure figure, Figure before) {
        Double value = figure.medians().get("glibc");
        Double was = before.medians().get("glibc");
        return value == null || was == null ? 1 : figure.advantage(value, was);
    }
}
