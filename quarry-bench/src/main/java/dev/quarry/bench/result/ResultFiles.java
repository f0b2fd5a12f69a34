package dev.quarry.bench.result;

import dev.quarry.bench.run.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The raw files of a run: everything as JSON, the samples and the medians as CSV, the tables. */
public final class ResultFiles {
    private static final String RAW = "raw.json";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();

    private ResultFiles() {
    }

    public static void write(Path folder, RunResult result, String tables) {
        try {
            Files.createDirectories(folder);
            MAPPER.writeValue(folder.resolve(RAW).toFile(), result);
            Files.write(folder.resolve("samples.csv"), samples(result));
            Files.write(folder.resolve("medians.csv"), medians(result));
            Files.writeString(folder.resolve("tables.txt"), tables);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder itself if a run's files are in it, else those in it that have some, by name. */
    public static List<Path> within(Path folder) {
        if (Files.exists(folder.resolve(RAW))) {
            return List.of(folder);
        }
        try (Stream<Path> inner = Files.isDirectory(folder) ? Files.list(folder)
                : Stream.empty()) {
            List<Path> runs = inner.filter(path -> Files.exists(path.resolve(RAW))).sorted()
                    .toList();
            if (runs.isEmpty()) {
                throw new IllegalArgumentException("no " + RAW + " in " + folder);
            }
            return runs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static RunResult read(Path folder) {
        Path raw = Files.isDirectory(folder) ? folder.resolve(RAW) : folder;
        if (!Files.exists(raw)) {
            throw new IllegalArgumentException("no " + RAW + " in " + folder);
        }
        return MAPPER.readValue(raw.toFile(), RunResult.class);
    }

    private static List<String> samples(RunResult result) {
        List<String> lines = new ArrayList<>();
        lines.add("row,peer,round,ops,cpu_ns,wall_ns,process_cpu_us,peak_kb,minor_faults,"
                + "failure,notes");
        for (RowResult row : result.rows()) {
            for (Sample sample : row.samples()) {
                lines.add(String.join(",", row.name(), sample.peer(),
                        Integer.toString(sample.round() + 1), Long.toString(sample.ops()),
                        Long.toString(sample.cpuNanos()), Long.toString(sample.wallNanos()),
                        Long.toString(sample.processCpuMicros()), Long.toString(sample.peakKb()),
                        Long.toString(sample.minorFaults()), quoted(sample.failure()),
                        quoted(notes(sample))));
            }
        }
        return lines;
    }

    private static List<String> medians(RunResult result) {
        List<String> lines = new ArrayList<>();
        lines.add("row,metric,unit,better,rounds,noise,peer,median,verdict_of_quarry");
        for (RowResult row : result.rows()) {
            for (Figure figure : row.figures()) {
                figure.medians().forEach((peer, median) -> lines.add(String.join(",", row.name(),
                        figure.metric(), figure.unit(), figure.better().name(),
                        Integer.toString(row.rounds()), number(figure.noise()), peer,
                        number(median), verdict(figure, peer))));
            }
        }
        return lines;
    }

    private static String verdict(Figure figure, String peer) {
        var verdict = figure.verdicts().get(peer);
        return verdict == null ? "" : verdict.name();
    }

    private static String notes(Sample sample) {
        return sample.notes().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue())
                .reduce((a, b) -> a + " " + b).orElse("");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }

    private static String quoted(String text) {
        return text.isEmpty() ? "" : '"' + text.replace("\"", "\"\"") + '"';
    }
}
