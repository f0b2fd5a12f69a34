package dev.quarry.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a helper program to its end and keeps what it says. Not for what is measured. */
public final class Shell {

    /** How a helper ended. */
    public record Output(int exit, String out, String error) {
        /** The first line of what it said, or an empty text. */
        public String firstLine() {
            return out.lines().findFirst().orElse("").strip();
        }
    }

    private Shell() {
    }

    public static Output run(List<String> command) {
        return run(command, Map.of());
    }

    public static Output run(List<String> command, Map<String, String> environment) {
        Path out = null;
        Path error = null;
        try {
            out = Files.createTempFile("quarry-bench", ".out");
            error = Files.createTempFile("quarry-bench", ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(out.toFile()).redirectError(error.toFile());
            builder.environment().putAll(environment);
            int exit = builder.start().waitFor();
            return new Output(exit, text(out), text(error));
        } catch (IOException e) {
            return new Output(127, "", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            delete(out);
            delete(error);
        }
    }

    /** The program of that name on the PATH. */
    public static Optional<Path> which(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path file = Path.of(folder, program);
            if (Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
