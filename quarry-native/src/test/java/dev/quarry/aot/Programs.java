package dev.quarry.aot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Compiled C programs of the tests: where they are kept, and running them. */
final class Programs {
    private static final Path MODULE = NativeBuild.here().sources().resolve("../../..").normalize();
    static final Path SOURCES = MODULE.resolve("src/test/c");
    static final Path OUTPUT = MODULE.resolve("target/test-programs");

    private static final long TIMEOUT_SECONDS = 120;

    static {
        try {
            Files.createDirectories(OUTPUT);
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Programs() {}

    /** What a program left behind. */
    record Result(int exitCode, String output, String errors) {
        List<String> lines() {
            return output.lines().toList();
        }
    }

    static Result run(Path program, String... arguments) throws Exception {
        return run(Map.of(), program, arguments);
    }

    /** Runs a program with more environment, to its end or until it has taken far too long. */
    static Result run(Map<String, String> environment, Path program, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(OUTPUT, "run", ".out");
        Path errors = Files.createTempFile(OUTPUT, "run", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " does not end: " + Files.readString(errors));
        }
        Result result = new Result(
                process.exitValue(), Files.readString(output), Files.readString(errors));
        Files.delete(output);
        Files.delete(errors);
        return result;
    }
}
