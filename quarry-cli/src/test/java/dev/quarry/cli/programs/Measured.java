package dev.quarry.cli.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Exec.Result;
import dev.quarry.cli.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One run of a piece of work on an allocator, and what the kernel counted for it. */
record Measured(Result result, List<String> audit, long cpuMillis, long peakKib) {
    static final Path SCRIPTS =
            Exec.ROOT.resolve("quarry-cli/src/test/resources/dev/quarry/cli/programs/work");

    private static final long PATIENCE_SECONDS = 1800;

    /** What does the runs: two small programs, compiled into a folder. */
    record Bench(Path folder) {
        static Bench in(Path folder) {
            Path measure = Exec.ROOT.resolve("quarry-bench/src/main/c/tool/measure.c");
            compile("-static", "-o", folder.resolve("measure").toString(), measure.toString());
            compile(
                    "-shared",
                    "-fPIC",
                    "-o",
                    folder.resolve("audit.so").toString(),
                    SCRIPTS.resolve("audit.c").toString());
            return new Bench(folder);
        }

        private static void compile(String... arguments) {
            Result result = Exec.of("gcc", "-O2").and(arguments).run();
            assertEquals(new Result(0, "", ""), result);
        }

        /**
         * Runs a script in an empty folder, always of the same name, with a library preloaded. The
         * C library itself, preloaded, puts its malloc before the one a program is linked with.
         */
        Measured run(Work work, String library, int scale) throws IOException {
            Path place = Files.createDirectory(folder.resolve("work"));
            try {
                return run(place, work, library, scale);
            } finally {
                Folders.delete(place);
            }
        }

        private Measured run(Path place, Work work, String library, int scale)
                throws IOException {
            Path figures = folder.resolve("figures");
            Path audit = Files.writeString(folder.resolve("audit"), "");
            Path peak = Files.writeString(folder.resolve("peak"), "");
            String script = Files.readString(SCRIPTS.resolve(work.script()));
            Result result =
                    Exec.of(folder.resolve("measure").toString())
                            .and("--preload", library + ":" + folder.resolve("audit.so"))
                            .and("--result", figures.toString(), "--")
                            .and("bash", "-euo", "pipefail", "-c", script, "script")
                            .in(place)
                            .with("WORK", SCRIPTS.toString())
                            .with("SCALE", Integer.toString(scale))
                            .with("AUDIT", audit.toString())
                            .with("PEAK", peak.toString())
                            .with("JDK", Exec.JDK.toString())
                            .with("QUARRY_FAULTS", "abort")
                            .with("PYTHONHASHSEED", "0")
                            .with("GIT_CONFIG_GLOBAL", "/dev/null")
                            .with("GIT_CONFIG_NOSYSTEM", "1")
                            .patience(PATIENCE_SECONDS)
                            .run();
            return measured(
                    result,
                    Files.readString(figures),
                    Files.readAllLines(audit),
                    Files.readString(peak).strip());
        }
    }

    /** The peak is that of the largest process, if the script says nothing else. */
    private static Measured measured(
            Result result, String figures, List<String> audit, String peak) {
        Map<String, Long> values =
                Arrays.stream(figures.strip().split(" "))
                        .map(word -> word.split("="))
                        .collect(Collectors.toMap(pair -> pair[0], pair -> Long.valueOf(pair[1])));
        Result own = new Result(values.get("exit").intValue(), result.out(), result.err());
        long peakKib = peak.isEmpty() ? values.get("peak_kb") : Long.parseLong(peak);
        long cpuMicros = values.get("user_us") + values.get("system_us");
        return new Measured(own, audit, cpuMicros / 1000, peakKib);
    }
}
