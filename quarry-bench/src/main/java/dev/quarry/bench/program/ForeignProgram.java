package dev.quarry.bench.program;

import dev.quarry.bench.run.Job;
import dev.quarry.bench.run.Sample;
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
 * @param figure  how the number is found that it prints; empty when its CPU time is what compares
 * @param factor  operations in one of that number
 */
record ForeignProgram(String name, String pattern, Optional<String> input,
        Optional<Pattern> figure, double factor, Printed printed) {
    private static final String THREADS = "<threads>";
    private static final String SECONDS = "<seconds>";

    /** Which operations the number counts. */
    enum Printed {
        PER_CPU_SECOND,
        /** Those of a second of the run. */
        PER_SECOND,
        IN_ALL;

        private double perCpuSecond(Sample sample, long seconds) {
            double perSecond = sample.printed() * 1e9 / Math.max(1, sample.cpuNanos());
            return switch (this) {
                case PER_CPU_SECOND -> sample.printed();
                case PER_SECOND -> perSecond * seconds;
                case IN_ALL -> perSecond;
            };
        }
    }

    static ForeignProgram of(String name) {
        return of(name, "");
    }

    static ForeignProgram of(String name, String pattern) {
        return new ForeignProgram(name, pattern, Optional.empty(), Optional.empty(), 1,
                Printed.IN_ALL);
    }

    ForeignProgram reading(String file) {
        return new ForeignProgram(name, pattern, Optional.of(file), figure, factor, printed);
    }

    /** It prints a number, which is the first group of the expression. */
    ForeignProgram printing(String expression, double factor, Printed printed) {
        return new ForeignProgram(name, pattern, input, Optional.of(Pattern.compile(expression)),
                factor, printed);
    }

    boolean takesThreads() {
        return pattern.contains(THREADS);
    }

    List<String> arguments(int threads, long seconds) {
        return Arrays.stream(pattern.split(" ")).filter(word -> !word.isEmpty())
                .map(word -> word.replace(THREADS, Integer.toString(threads))
                        .replace(SECONDS, Long.toString(seconds))).toList();
    }

    /** Whether it is given a time and not work; such programs sleep besides. */
    boolean isTimed() {
        return figure.isPresent();
    }

    Metric metric(long seconds) {
        return !isTimed() ? Metric.CPU
                : Metric.printed(sample -> factor * printed.perCpuSecond(sample, seconds));
    }

    Job complete(Job job, Path root) {
        Job fed = input.map(root::resolve).map(job::reading).orElse(job);
        return figure.map(fed::printing).orElse(fed);
    }
}
