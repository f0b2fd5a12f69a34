package dev.quarry.bench.page;

import dev.quarry.bench.result.LatencyShare;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.stat.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Figures of a row that belong together in an order, from the notes of its samples.
 *
 * @param kind   {@link #RESIDENT} or {@link #LATENCY}, which names the chart
 * @param unit   of the values
 * @param steps  names of the places, in order
 * @param values by column the median at each step
 */
record Curve(String kind, String unit, List<String> steps, Map<String, List<Double>> values) {
    /** Resident memory: with all blocks live, all freed, and then over time without a call. */
    static final String RESIDENT = "resident";

    /** Times of single calls, by the share of the calls that take no longer. */
    static final String LATENCY = "latency";

    private static final Pattern IDLE = Pattern.compile("idle_(\\d+)ms_kb");
    private static final double KIB_PER_MIB = 1024;

    /** A place on the curve: its name, and the note that has the value. */
    private record Step(String name, String note) {
    }

    private static final List<Step> SHARES = Arrays.stream(LatencyShare.values())
            .map(share -> new Step(share.shown(), share.note())).toList();

    static Optional<Curve> of(RowResult row) {
        List<String> notes = row.samples().stream()
                .flatMap(sample -> sample.notes().keySet().stream()).distinct().toList();
        List<Step> idle = idle(notes);
        if (!idle.isEmpty()) {
            return Optional.of(of(row, RESIDENT, "MB", KIB_PER_MIB, idle));
        }
        List<Step> shares = SHARES.stream().filter(step -> notes.contains(step.note)).toList();
        return shares.isEmpty() ? Optional.empty()
                : Optional.of(of(row, LATENCY, "ns", 1, shares));
    }

    private static List<Step> idle(List<String> notes) {
        List<Step> idle = notes.stream().map(IDLE::matcher).filter(Matcher::matches)
                .sorted(Comparator.comparing(note -> Integer.valueOf(note.group(1))))
                .map(note -> new Step(Integer.parseInt(note.group(1)) / 1000.0 + " s",
                        note.group())).toList();
        return idle.isEmpty() ? idle : Stream.concat(Stream.of(new Step("live", "peak_kb"),
                new Step("freed", "freed_kb")), idle.stream()).toList();
    }

    private static Curve of(RowResult row, String kind, String unit, double divisor,
            List<Step> steps) {
        Map<String, List<Sample>> columns = new LinkedHashMap<>();
        row.samples().stream().filter(sample -> !row.failures().containsKey(sample.peer()))
                .forEach(sample -> columns.computeIfAbsent(sample.peer(),
                        name -> new ArrayList<>()).add(sample));
        Map<String, List<Double>> values = new LinkedHashMap<>();
        columns.forEach((column, samples) -> values.put(column, steps.stream()
                .map(step -> median(samples, step.note) / divisor).toList()));
        return new Curve(kind, unit, steps.stream().map(Step::name).toList(), values);
    }

    private static double median(List<Sample> samples, String note) {
        return Numbers.median(samples.stream()
                .map(sample -> sample.notes().getOrDefault(note, 0L).doubleValue()).toList());
    }
}
