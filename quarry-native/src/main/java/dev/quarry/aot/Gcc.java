package dev.quarry.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Calls of gcc and its companions, as a list of arguments that can be read in the error. */
public final class Gcc {
    private final List<String> command = new ArrayList<>();

    private Gcc(String tool) {
        command.add(tool);
    }

    public static Gcc gcc() {
        return new Gcc("gcc");
    }

    public static Gcc gxx() {
        return new Gcc("g++");
    }

    static Gcc ar() {
        return new Gcc("ar");
    }

    public Gcc add(String... arguments) {
        command.addAll(List.of(arguments));
        return this;
    }

    /** More arguments, from a list. */
    public Gcc add(List<String> arguments) {
        command.addAll(arguments);
        return this;
    }

    public Gcc add(Path file) {
        command.add(file.toString());
        return this;
    }

    /** Where {@code #include "..."} looks, and {@code #include <...>} does not. */
    public Gcc quoted(Path folder) {
        return add("-iquote").add(folder);
    }

    public Gcc output(Path file) {
        return add("-o").add(file);
    }

    /** Runs the tool; what it says is the message when it fails. */
    public void run() {
        try {
            Path log = Files.createTempFile("quarry-gcc", ".log");
            try {
                runInto(log);
            } finally {
                Files.delete(log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command.getFirst(), e);
        }
    }

    private void runInto(Path log) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (process.waitFor() != 0) {
                String said = Files.readString(log, StandardCharsets.UTF_8);
                throw new BuildException(String.join(" ", command) + "\n" + said);
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new BuildException("interrupted: " + command.getFirst());
        }
    }
}
