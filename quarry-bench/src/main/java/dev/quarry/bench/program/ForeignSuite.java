package dev.quarry.bench.program;

import dev.quarry.bench.run.Job;
import dev.quarry.bench.workload.Metric;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.Scale;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The programs of a user's own, built checkout of the mimalloc-bench collection: those of its
 * executables whose work is fixed, so that CPU seconds compare. Nothing of it is part of Quarry.
 */
public final class ForeignSuite {

    /** An executable, its arguments and its input; THREADS stands for the number of threads. */
    private record Program(String name, List<String> arguments, Optional<String> input) {
        static Program of(String name, String... arguments) {
            return new Program(name, List.of(arguments), Optional.empty());
        }

        boolean takesThreads() {
            return arguments.contains(THREADS);
        }
    }

    private static final String THREADS = "<threads>";

    private static final List<Program> PROGRAMS = List.of(
            Program.of("cfrac", "17545186520507317056371138836327483792789528"),
            Program.of("espresso", "bench/espresso/largest.espresso"),
            new Program("barnes", List.of(), Optional.of("bench/barnes/input")),
            Program.of("alloc-test", THREADS),
            Program.of("mstress", THREADS, "50", "25"),
            Program.of("sh6bench", THREADS),
            Program.of("sh8bench", THREADS),
            Program.of("cache-scratch", "1000", "1", "2000000", THREADS),
            Program.of("cache-thrash", "1000", "1", "2000000", THREADS),
            Program.of("glibc-simple"),
            Program.of("malloc-large"),
            Program.of("mleak", "5"));

    private ForeignSuite() {
    }

    /** Rows for the executables that are there; the folder is the root of the checkout. */
    public static List<Row> rows(Path folder, Scale scale, List<Integer> threads) {
        Path root = folder.toAbsolutePath();
        Path built = root.resolve("out/bench");
        if (!Files.isDirectory(built)) {
            throw new IllegalArgumentException(folder + " has no out/bench: build it first");
        }
        List<Row> rows = new ArrayList<>();
        for (Program program : PROGRAMS) {
            if (Files.isExecutable(built.resolve(program.name()))) {
                for (int count : program.takesThreads() ? threads : List.of(0)) {
                    rows.add(row(root, program, count, scale));
                }
            }
        }
        return rows;
    }

    private static Row row(Path root, Program program, int threads, Scale scale) {
        List<String> command = new ArrayList<>();
        command.add(root.resolve("out/bench").resolve(program.name()).toString());
        for (String argument : program.arguments()) {
            boolean isFile = argument.startsWith("bench/");
            command.add(isFile ? root.resolve(argument).toString()
                    : argument.replace(THREADS, Integer.toString(threads)));
        }
        String shown = program.name() + " " + String.join(" ", program.arguments())
                .replace(THREADS, Integer.toString(threads));
        Job job = Job.of(command, scale.limit().multipliedBy(2));
        Job complete = program.input().map(root::resolve).map(job::reading).orElse(job);
        String name = "suite:" + program.name() + (threads == 0 ? "" : " x" + threads);
        return new Row(name, "suite:" + program.name(), threads,
                new ProgramTask(shown.strip(), complete), List.of(Metric.CPU), 4,
                Row.Rounds.USUAL);
    }
}
