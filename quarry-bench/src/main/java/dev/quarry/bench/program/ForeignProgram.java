package dev.quarry.bench.program;

import dev.quarry.bench.run.Job;
import dev.quarry.bench.workload.Metric;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An executable that others built.
 *
 * @param pattern its arguments, in which {@code <threads>} and {@code <seconds>} stand for numbers
 * @param input   what it reads, relative to the checkout
 * @param figure  how the rate is found that it prints; empty when its CPU time is what compares
 */
record ForeignProgram(String name, String pattern, Optional<String> input,
        Optional<Pattern> figure, Metric metric) {
    private static final String THREADS = "<threads>";
    private static final String SECONDS = "<seconds>";

    static ForeignProgram of(String name) {
        return of(name, "");
    }

    static ForeignProgram of(String name, String pattern) {
        return new ForeignProgram(name, pattern, Optional.empty(), Optional.empty(), Metric.CPU);
    }

    ForeignProgram reading(String file) {
        return new ForeignProgram(name, pattern, Optional.of(file), figure, metric);
    }

    /** It prints a rate, the first group of the expression; times the factor it has the unit. */
    ForeignProgram printing(String expression, String unit, double factor) {
        return new ForeignProgram(name, pattern, input, Optional.of(Pattern.compile(expression)),
                Metric.printed(unit, factor));
    }

    boolean takesThreads() {
        return pattern.contains(THREADS);
    }

    List<String> arguments(int threads, long seconds) {
        return Arrays.stream(pattern.split(" ")).filter(word -> !word.isEmpty())
                .map(word -> word.replace(THREADS, Integer.toString(threads))
                        .replace(SECONDS, Long.toString(seconds))).toList();
    }

    Job complete(Job job, Path root) {
        Job fed = input.map(root::resolve).map(job::reading).orElse(job);
        return figure.map(fed::printing).orElse(fed);
    }
}
