package dev.quarry.bench.cli;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.result.ResultFiles;
import dev.quarry.bench.result.RunResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntSupplier;
import picocli.CommandLine.Model.CommandSpec;

/** What the commands that measure have in common: their ends, names and raw files. */
public final class Runs {
    private Runs() {
    }

    /** As ./quarry has it: 0, or 2 for what was not understood, 1 for what failed. */
    public static int exitCode(CommandSpec spec, IntSupplier measurement) {
        try {
            return measurement.getAsInt();
        } catch (IllegalArgumentException e) {
            return fail(spec, 2, e);
        } catch (IllegalStateException e) {
            return fail(spec, 1, e);
        }
    }

    private static int fail(CommandSpec spec, int code, Exception e) {
        spec.commandLine().getErr().println("quarry: " + e.getMessage());
        return code;
    }

    /** The label, or else the date, the kind of run and its scale. */
    public static String name(String label, String kind, Enum<?> scale) {
        return label != null ? label
                : LocalDate.now() + "-" + kind + "-" + scale.name().toLowerCase(Locale.ROOT);
    }

    /** The libraries of {@code --peer} by absolute paths; IllegalArgumentException without one. */
    public static Map<String, Path> existing(Map<String, Path> peers) {
        Map<String, Path> absolute = new LinkedHashMap<>();
        peers.forEach((name, path) -> {
            if (!path.toFile().exists()) {
                throw new IllegalArgumentException("--peer " + name + ": no file " + path);
            }
            absolute.put(name, path.toAbsolutePath());
        });
        return absolute;
    }

    /** The command as typed, but for the paths of this machine. */
    public static String typed(String command, CommandSpec spec) {
        return command + " " + String.join(" ",
                spec.commandLine().getParseResult().originalArgs().stream()
                        .map(word -> word.replaceAll("/\\S*/", "")).toList());
    }

    /** Keeps a run's raw files and prints its tables. */
    public static void publish(
            CommandSpec spec, Layout layout, String name, RunResult result, String tables) {
        Path folder = layout.results().resolve(name);
        ResultFiles.write(folder, result, tables);
        PrintWriter out = spec.commandLine().getOut();
        out.println(tables);
        out.println("Raw files: " + layout.shown(folder));
        out.flush();
    }
}
