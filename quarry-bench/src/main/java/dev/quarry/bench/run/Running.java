package dev.quarry.bench.run;

import dev.quarry.bench.peer.Peer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;

/** A program under measurement; ends as a sample. */
public final class Running {
    private static final String LINE = "BENCH ";

    private final Peer peer;
    private final int round;
    private final Job job;
    private final Process process;
    private final Path result;
    private final Path out;
    private final Path error;

    Running(Peer peer, int round, Job job, Process process, Path result, Path out, Path error) {
        this.peer = peer;
        this.round = round;
        this.job = job;
        this.process = process;
        this.result = result;
        this.out = out;
        this.error = error;
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Ends the program with all it started; a second call does nothing. */
    public void stop() {
        process.destroy();
    }

    /** Waits for the end and says what was seen. */
    public Sample await() {
        try {
            process.waitFor();
            return sample();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            stop();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            Shell.delete(result);
            Shell.delete(out);
            Shell.delete(error);
        }
    }

    private Sample sample() throws IOException {
        if (!Files.exists(result)) {
            return failure("the launcher failed: " + lastLine(error));
        }
        Map<String, Long> kernel = values(Shell.text(result).strip());
        String text = Shell.text(out);
        OptionalDouble printed = printed(text);
        String failure = failure(kernel, printed);
        Optional<String> line = text.lines().filter(l -> l.startsWith(LINE)).findFirst();
        Map<String, Long> told = line.map(l -> values(l.substring(LINE.length())))
                .orElseGet(Map::of);
        long cpuMicros = kernel.get("user_us") + kernel.get("system_us");
        Map<String, Long> notes = new TreeMap<>(told);
        notes.keySet().removeAll(Set.of("ops", "cpu_ns", "wall_ns"));
        printed.ifPresent(figure -> notes.put(Sample.PRINTED, Math.round(1000 * figure)));
        return new Sample(peer.name(), round, told.getOrDefault("ops", 0L),
                told.getOrDefault("cpu_ns", cpuMicros * 1000),
                told.getOrDefault("wall_ns", kernel.get("wall_us") * 1000),
                cpuMicros, kernel.get("peak_kb"), kernel.get("minor_faults"), notes, failure);
    }

    private OptionalDouble printed(String text) {
        return job.figure().map(pattern -> pattern.matcher(text)).filter(Matcher::find)
                .map(found -> OptionalDouble.of(Double.parseDouble(found.group(1))))
                .orElse(OptionalDouble.empty());
    }

    private String failure(Map<String, Long> kernel, OptionalDouble printed) throws IOException {
        if (kernel.get("timeout") != 0) {
            return "no end within " + job.limit().toSeconds() + " s";
        }
        if (kernel.get("signal") != 0) {
            return "killed by signal " + kernel.get("signal");
        }
        if (kernel.get("exit") != 0) {
            return "exit " + kernel.get("exit") + ": " + lastLine(error);
        }
        return job.figure().isPresent() && printed.isEmpty() ? "printed no figure" : "";
    }

    private Sample failure(String words) {
        return new Sample(peer.name(), round, 0, 0, 0, 0, 0, 0, Map.of(), words);
    }

    private static String lastLine(Path file) throws IOException {
        return Shell.text(file).lines().reduce("", (before, line) -> line).strip();
    }

    /** The numbers among the words of the form key=value. */
    private static Map<String, Long> values(String line) {
        Map<String, Long> values = new HashMap<>();
        for (String word : line.split(" +")) {
            int equals = word.indexOf('=');
            if (equals > 0 && word.substring(equals + 1).matches("-?[0-9]+")) {
                values.put(word.substring(0, equals), Long.valueOf(word.substring(equals + 1)));
            }
        }
        return values;
    }
}
