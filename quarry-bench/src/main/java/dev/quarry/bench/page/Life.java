package dev.quarry.bench.page;

import dev.quarry.bench.report.Score;
import dev.quarry.bench.report.Tables;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.workload.Metric;
import java.util.List;

/** A run's part of the page: verdicts, places for its charts, losses, tables. */
final class Life {
    private final RunResult run;
    private final ChartData data;
    private final int number;
    private final Html html = new Html();

    /** The number is the run's place in the page's data. */
    Life(RunResult run, ChartData data, int number) {
        this.run = run;
        this.data = data;
        this.number = number;
    }

    /** What a link to the part names. */
    static String anchor(int number) {
        return "run-" + number;
    }

    static String title(RunResult run) {
        return run.isOfJvm() ? "On the JVM" : "As a C library";
    }

    String text() {
        html.open("section", "class", "life", "id", anchor(number), "data-run",
                Integer.toString(number));
        html.leaf("h2", title(run));
        head();
        html.leaf("h3", "Wins, ties and losses");
        html.leaf("p", "Quarry against each peer over all rows. A difference inside the noise,"
                + " which a second column of Quarry itself shows row by row, is a tie. The mean"
                + " is geometric; above 1 Quarry is ahead.", "class", "note");
        new Verdicts(new Score(run)).standingsTo(html);
        html.open("div", "class", "legend").close("div");
        charts();
        html.leaf("h3", "Every loss").leaf("p", "Times worse than a peer, outside the noise, the"
                + " worst first.", "class", "note");
        new Verdicts(new Score(run)).lossesTo(html);
        html.leaf("h3", "All figures");
        Tables.figures(run).forEach(html::folded);
        return html.close("section").toString();
    }

    private void head() {
        html.open("p", "class", "run").words(run.label() + ", begun " + run.began() + ", "
                + run.scale() + ", up to " + run.rounds() + " rounds, "
                + Math.round(run.seconds() / 60.0) + " min, revision "
                + fact("quarry revision") + ", load at start " + fact("load at start")).open("br")
                .leaf("code", run.command()).close("p");
        run.missing().forEach(words -> html.leaf("p", "Note: " + words, "class", "run"));
    }

    private String fact(String name) {
        return run.machine().facts().getOrDefault(name, "unknown");
    }

    private void charts() {
        ratios("Time of every row", ChartData.CHIEF, "How many times as long as Quarry a peer"
                + " takes: to the right of 1 Quarry is ahead. Grey is the noise of the row. What"
                + " lies beyond 16 stands at the edge. A row that is about memory or limits"
                + " compares that.");
        ratios("Peak memory of every row", Metric.PEAK.name(), "How many times Quarry's peak"
                + " resident memory a peer has.");
        small("Scaling with threads", "scaling", data.scaledFamilies(), "Work per CPU second;"
                + " Quarry with one thread is 1. Level lines scale.");
        if (!data.instructions().isEmpty()) {
            section("Instructions", "Counted by callgrind, for malloc, a write and free, with the"
                    + " loop around them.");
            chart("instructions", "", "Instructions of an operation");
        }
        small("Resident memory over time", Curve.RESIDENT, withCurve(Curve.RESIDENT), "With all"
                + " blocks live, when all are freed, and then without a call into the"
                + " allocator.");
        small("Latencies", Curve.LATENCY, withCurve(Curve.LATENCY), "Nanoseconds of a call to"
                + " allocate or to free, by the share of the calls that take no longer; one call"
                + " in 64 is timed, the clock's own cost included.");
        html.open("div", "class", "screen");
        section("A row in figures", "Every allocator in one row, as measured.");
        html.open("div", "class", "choice").close("div");
        chart("figures", "", "Figures of a row");
        html.close("div");
    }

    private void ratios(String title, String metric, String note) {
        List<String> groups = List.of(ChartData.ALONE, ChartData.THREADS).stream()
                .filter(group -> data.hasQuarry() && data.has(group, metric)).toList();
        if (!groups.isEmpty()) {
            section(title, note);
            html.open("div", "class", "beside");
            groups.forEach(group -> chart("ratio", group + " " + metric,
                    group.equals(ChartData.ALONE) ? "One thread" : "Several threads"));
            html.close("div");
        }
    }

    private List<String> withCurve(String kind) {
        return data.rows().stream().filter(row -> row.hasCurve(kind)).map(ChartData.Row::name)
                .toList();
    }

    private void small(String title, String kind, List<String> names, String note) {
        if (!names.isEmpty()) {
            section(title, note);
            html.open("div", "class", "small");
            names.forEach(name -> chart(kind, name, name));
            html.close("div");
        }
    }

    private void section(String title, String note) {
        html.leaf("h3", title).leaf("p", note, "class", "note");
    }

    /** A place that the script draws in; what is the name of its builder, of what its argument. */
    private void chart(String what, String of, String title) {
        html.open("figure").leaf("figcaption", title).open("div", "class", "chart", "data-chart",
                what, "data-of", of, "role", "img", "aria-label", title).close("div")
                .close("figure");
    }
}
