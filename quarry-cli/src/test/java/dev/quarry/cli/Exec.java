package dev.quarry.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One process to run: arguments, folder, environment, input; and what came of it. */
public final class Exec {
    /** The root of the project. */
    public static final Path ROOT =
            Path.of(System.getProperty("quarry.root", "..")).toAbsolutePath().normalize();

    /** The JDK that runs this test, 25 or later. */
    public static final Path JDK =
            Path.of(System.getProperty("quarry.jdk", System.getProperty("java.home")));


    private final List<String> arguments;
    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private long patienceSeconds = 300;
    private Path folder = ROOT;
    private String input = "";
    private Consumer<Process> whileRunning = process -> {};

    /** What a process left behind; a signal's number shows as 128 and more in {@code exit}. */
    public record Result(int exit, String out, String err) {}

    private Exec(List<String> arguments) {
        this.arguments = new ArrayList<>(arguments);
        environment.keySet().removeIf(name -> name.startsWith("QUARRY_"));
        environment.remove("LD_PRELOAD");
        environment.put("LC_ALL", "C.UTF-8");
    }

    public static Exec of(String... arguments) {
        return new Exec(List.of(arguments));
    }

    public static Exec of(List<String> arguments) {
        return new Exec(arguments);
    }

    /** The script. It runs inside a build here, and so must not start one. */
    public static Exec quarry(String... arguments) {
        return quarry(ROOT.resolve("quarry"), arguments);
    }

    /** The script at another place. */
    public static Exec quarry(Path script, String... arguments) {
        List<String> all = new ArrayList<>(List.of(script.toString()));
        all.addAll(List.of(arguments));
        return new Exec(all).with("QUARRY_BUILD", "never").with("JAVA_HOME", JDK.toString());
    }

    /** Further arguments. */
    public Exec and(String... more) {
        arguments.addAll(List.of(more));
        return this;
    }

    /** Sets a variable, or takes it away when {@code value} is null. */
    public Exec with(String name, String value) {
        if (value == null) {
            environment.remove(name);
        } else {
            environment.put(name, value);
        }
        return this;
    }

    public Exec in(Path folder) {
        this.folder = folder;
        return this;
    }

    /** After how long it counts as hanging; five minutes if nothing else is said. */
    public Exec patience(long seconds) {
        patienceSeconds = seconds;
        return this;
    }

    public Exec input(String text) {
        input = text;
        return this;
    }

    /** What to do with the process once it has been started. */
    public Exec meanwhile(Consumer<Process> action) {
        whileRunning = action;
        return this;
    }

    /** Runs to the end. Output goes through files, so that no amount of it can block. */
    public Result run() {
        try {
            Path scratch = Files.createTempDirectory("quarry-exec");
            try {
                return run(scratch);
            } finally {
                Folders.delete(scratch);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Result run(Path scratch) throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        Path err = scratch.resolve("err");
        Path in = Files.writeString(scratch.resolve("in"), input);
        ProcessBuilder builder =
                new ProcessBuilder(arguments)
                        .directory(folder.toFile())
                        .redirectInput(in.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        whileRunning.accept(process);
        if (!process.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError(
                    arguments + " hung; its output:\n" + text(out) + "\n" + text(err));
        }
        return new Result(process.exitValue(), text(out), text(err));
    }

    private static String text(Path file) throws IOException {
        // Not every program writes UTF-8; this keeps every byte apart.
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
