package dev.quarry.cli.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Exec.Result;
import dev.quarry.cli.Folders;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs one bash script twice, on glibc's malloc and on Quarry, in an empty folder of the same name,
 * and holds the results against each other: output, messages, exit code. On Quarry every process
 * must have left its statistics.
 */
final class Comparison {
    private final Path scratch;
    private final String script;

    private Comparison(Path scratch, String script) {
        this.scratch = scratch;
        this.script = script;
    }

    static Comparison of(Path scratch, String script) {
        return new Comparison(scratch, script);
    }

    /** A script from the resources beside this class. */
    static Comparison ofResource(Path scratch, String name) throws IOException {
        return of(scratch, resource(name));
    }

    static String resource(String name) throws IOException {
        try (InputStream in = Comparison.class.getResourceAsStream(name)) {
            assertTrue(in != null, name);
            return new String(in.readAllBytes());
        }
    }

    /** Fails, and says how to get it, when a program is not on this machine. */
    static void require(String program) {
        for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return;
            }
        }
        fail(program + " is not installed; ./quarry test --install does it");
    }

    /** Runs, compares, and asks that each of the programs named was among the processes. */
    Result same(String... programs) throws IOException {
        Result expected = run();
        Path stats = scratch.resolve("stats");
        Result actual =
                run(
                        Exec.ROOT.resolve("quarry").toString(),
                        "run",
                        "--library",
                        Library.FILE.toString(),
                        "--stats-file",
                        stats.toString(),
                        "--");
        assertEquals(expected.out(), actual.out(), "output");
        assertEquals(expected.err(), actual.err(), "messages");
        assertEquals(expected.exit(), actual.exit(), "exit code");
        if (Library.isQuarry()) {
            checkStats(ProcessStats.read(stats), programs);
        }
        return actual;
    }

    private static void checkStats(List<ProcessStats> processes, String... programs) {
        assertFalse(processes.isEmpty(), "no process left statistics: was Quarry preloaded?");
        processes.forEach(ProcessStats::check);
        for (String program : programs) {
            assertTrue(
                    processes.stream()
                            .filter(process -> process.program().startsWith(program))
                            .anyMatch(process -> process.figure("mallocs") > 0),
                    () -> program + " was not on Quarry; these were: " + processes);
        }
    }

    private Result run(String... prefix) throws IOException {
        Path folder = Files.createDirectory(scratch.resolve("work"));
        List<String> arguments = new ArrayList<>(List.of(prefix));
        // $0 is the same both times, for it shows in messages.
        arguments.addAll(List.of("bash", "-euo", "pipefail", "-c", script, "script"));
        Result result =
                Exec.of(arguments)
                        .in(folder)
                        .with("QUARRY_BUILD", "never")
                        .with("JDK", Exec.JDK.toString())
                        .with("PYTHONHASHSEED", "0")
                        .with("GIT_CONFIG_GLOBAL", "/dev/null")
                        .with("GIT_CONFIG_NOSYSTEM", "1")
                        .run();
        Folders.delete(folder);
        return result;
    }
}
