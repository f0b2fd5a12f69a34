package dev.quarry.bench.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A program to measure: how it is called, and how long it may take. */
public record Job(List<String> command, Map<String, String> environment, Optional<Path> input,
        Duration limit) {

    public static Job of(List<String> command, Duration limit) {
        return new Job(command, Map.of(), Optional.empty(), limit);
    }

    public Job with(String variable, String value) {
        return new Job(command, Map.of(variable, value), input, limit);
    }

    public Job reading(Path file) {
        return new Job(command, environment, Optional.of(file), limit);
    }
}
