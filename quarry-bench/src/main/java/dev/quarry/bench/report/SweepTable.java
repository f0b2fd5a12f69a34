package dev.quarry.bench.report;

import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.stat.Numbers;
import dev.quarry.bench.stat.Verdict;
import java.util.ArrayList;
import java.util.List;

/** A sweep the other way round: a line for each setting, a column for each row. */
public final class SweepTable {
    private static final String DEFAULTS = "quarry";

    private final RunResult result;

    private SweepTable(RunResult result) {
        this.result = result;
    }

    public static String of(RunResult result) {
        return new SweepTable(result).table().toString();
    }

    private TextTable table() {
        List<String> heads = new ArrayList<>(List.of("Setting"));
        result.rows().forEach(row -> heads.add(row.name()));
        heads.addAll(List.of("mean", "variables"));
        var table = new TextTable("How many times faster than with the defaults; above 1 is better,"
                + " = is within the noise", heads);
        List<String> noise = new ArrayList<>(List.of("noise"));
        result.rows().forEach(row -> noise.add(Format.percent(row.chief().noise())));
        noise.addAll(List.of("", ""));
        table.add(noise);
        List<String> defaults = new ArrayList<>(List.of("defaults"));
        result.rows().forEach(row -> defaults.add(Format.figure(
                row.chief().medians().get(DEFAULTS)) + " " + row.chief().unit()));
        defaults.addAll(List.of("", ""));
        table.add(defaults);
        result.peers().stream().filter(peer -> !peer.name().startsWith(DEFAULTS))
                .forEach(peer -> table.add(line(peer)));
        return table;
    }

    private List<String> line(PeerInfo setting) {
        List<String> cells = new ArrayList<>(List.of(setting.name()));
        List<Double> advantages = new ArrayList<>();
        for (RowResult row : result.rows()) {
            cells.add(cell(row.chief(), setting.name(), advantages));
        }
        cells.add(advantages.size() < result.rows().size() ? Format.NONE
                : Format.times(Numbers.geometricMean(advantages)));
        cells.add(setting.settings());
        return cells;
    }

    private static String cell(Figure figure, String setting, List<Double> advantages) {
        Double defaults = figure.medians().get(DEFAULTS);
        Double value = figure.medians().get(setting);
        if (defaults == null || value == null) {
            return "failed";
        }
        double advantage = figure.advantage(value, defaults);
        advantages.add(advantage);
        boolean isTie = Verdict.of(advantage, figure.noise()) == Verdict.TIE;
        return Format.times(advantage) + (isTie ? " =" : "");
    }
}
