package dev.quarry.bench.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A program to measure: how it is called, and how long it may take.
 *
 * @param figure how the number that the program prints is found, as the first group; empty for
 *               those that print none or have a BENCH line
 */
public record Job(List<String> command, Map<String, String> environment, Optional<Path> input,
        Optional<Pattern> figure, Duration limit) {

    public static Job of(List<String> command, Duration limit) {
        return new Job(command, Map.of(), Optional.empty(), Optional.empty(), limit);
    }

    public Job with(String variable, String value) {
        return new Job(command, Map.of(variable, value), input, figure, limit);
    }

    public Job reading(Path file) {
        return new Job(command, environment, Optional.of(file), figure, limit);
    }

    /** Without the figure in its output a run has failed. */
    public Job printing(Pattern pattern) {
        return new Job(command, environment, input, Optional.of(pattern), limit);
    }
}
