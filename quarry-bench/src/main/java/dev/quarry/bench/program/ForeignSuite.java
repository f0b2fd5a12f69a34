package dev.quarry.bench.program;

import dev.quarry.bench.program.ForeignProgram.Printed;
import dev.quarry.bench.run.Job;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.Scale;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The programs of a user's own, built checkout of the mimalloc-bench collection, with the arguments
 * that its script gives them. Where the work is fixed, CPU seconds compare; where the time is, the
 * operations which the program prints, for each CPU second. Nothing of the collection is part of
 * Quarry.
 */
public final class ForeignSuite {
    /** What --only names all of them by. */
    public static final String GROUP = "suite";

    private static final String FILES = "bench/";
    private static final String LARSON = "Throughput = *([0-9]+) operations";

    private static final List<ForeignProgram> PROGRAMS = List.of(
            ForeignProgram.of("cfrac", "17545186520507317056371138836327483792789528"),
            ForeignProgram.of("espresso", "bench/espresso/largest.espresso"),
            ForeignProgram.of("barnes").reading("bench/barnes/input"),
            ForeignProgram.of("larson", "<seconds> 8 1000 5000 100 4141 <threads>")
                    .printing(LARSON, 1, Printed.PER_SECOND),
            ForeignProgram.of("larson-sized", "<seconds> 8 1000 5000 100 4141 <threads>")
                    .printing(LARSON, 1, Printed.PER_SECOND),
            ForeignProgram.of("mstress", "<threads> 50 25"),
            ForeignProgram.of("rptest", "<threads> 0 1 2 500 1000 100 8 16000")
                    .printing("\\.([0-9]+) memory ops/CPU second", 1, Printed.PER_CPU_SECOND),
            ForeignProgram.of("alloc-test", "<threads>"),
            ForeignProgram.of("sh6bench", "<threads>"),
            ForeignProgram.of("sh8bench", "<threads>"),
            ForeignProgram.of("xmalloc-test", "-w <threads> -t <seconds> -s 64")
                    .printing("free/sec: ([0-9.]+) M", 1e6, Printed.PER_SECOND),
            ForeignProgram.of("cache-scratch", "<threads> 1000 1 2000000 <threads>"),
            ForeignProgram.of("cache-thrash", "<threads> 1000 1 2000000 <threads>"),
            ForeignProgram.of("glibc-simple"),
            ForeignProgram.of("glibc-thread", "<threads>")
                    .printing("([0-9]+) iterations", 1, Printed.IN_ALL),
            ForeignProgram.of("malloc-large"),
            ForeignProgram.of("mleak", "5"));

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
        for (ForeignProgram program : PROGRAMS) {
            if (Files.isExecutable(built.resolve(program.name()))) {
                for (int count : program.takesThreads() ? threads : List.of(0)) {
                    rows.add(row(root, program, count, scale));
                }
            }
        }
        return rows;
    }

    private static Row row(Path root, ForeignProgram program, int threads, Scale scale) {
        List<String> arguments = program.arguments(threads, scale.seconds());
        List<String> command = Stream.concat(
                Stream.of(root.resolve("out/bench").resolve(program.name()).toString()),
                arguments.stream().map(word -> word.startsWith(FILES)
                        ? root.resolve(word).toString() : word)).toList();
        Job job = program.complete(Job.of(command, scale.limit().multipliedBy(3)), root);
        String shown = (program.name() + " " + String.join(" ", arguments)).strip();
        String family = GROUP + ":" + program.name();
        return new Row(family + (threads == 0 ? "" : " x" + threads), family, threads,
                new ProgramTask(shown, job), List.of(program.metric(scale.seconds())),
                program.isTimed() ? 8 : 4, Row.Rounds.USUAL);
    }
}
