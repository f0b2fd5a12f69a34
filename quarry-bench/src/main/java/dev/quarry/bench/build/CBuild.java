package dev.quarry.bench.build;

import dev.quarry.bench.run.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Compiles the workloads and the tools with gcc, each only when its source is newer. */
public final class CBuild {
    private static final List<String> COMPILER = List.of("gcc", "-O2", "-g", "-std=gnu17", "-Wall",
            "-Wextra", "-Werror", "-pthread");

    /** Otherwise gcc may remove a pair of malloc and free, or fold malloc and memset. */
    private static final List<String> NO_BUILTINS = List.of("-fno-builtin-malloc",
            "-fno-builtin-free", "-fno-builtin-calloc", "-fno-builtin-realloc");

    private final Layout layout;

    public CBuild(Layout layout) {
        this.layout = layout;
    }

    /** The names of all workloads, which are those of their source files. */
    public List<String> workloads() {
        try (Stream<Path> files = Files.list(layout.sources().resolve("workload"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".c"))
                    .map(name -> name.substring(0, name.length() - 2))
                    .sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tools and all variants; the static one when Quarry's archive is there. */
    public void compileAll() {
        List<Runnable> tasks = new ArrayList<>();
        tasks.add(this::compileTools);
        for (String workload : workloads()) {
            tasks.add(() -> compile(Variant.DYNAMIC, workload));
            tasks.add(() -> compile(Variant.HARNESS, workload));
            tasks.add(() -> compile(Variant.WORK, workload));
            if (Files.exists(layout.quarryArchive())) {
                tasks.add(() -> compile(Variant.STATIC, workload));
            }
        }
        tasks.parallelStream().forEach(Runnable::run);
    }

    public void compileTools() {
        Path tools = layout.sources().resolve("tool");
        compile(tools.resolve("measure.c"), layout.launcher(), List.of("-static"), List.of());
        compile(tools.resolve("loop.c"), layout.loopLibrary(),
                List.of("-shared", "-fPIC", "-fno-builtin"), List.of());
        compile(tools.resolve("counting.c"), layout.countingAllocator(),
                concat(NO_BUILTINS, List.of("-shared", "-fPIC")), List.of());
    }

    public void compile(Variant variant, String workload) {
        Path source = layout.sources().resolve("workload").resolve(workload + ".c");
        Path binary = layout.binary(variant, workload);
        switch (variant) {
            case DYNAMIC -> compile(source, binary, NO_BUILTINS, cplusplus(workload));
            case HARNESS -> compile(source, binary, List.of("-DBENCH_NULL", "-DBENCH_NO_WORK"),
                    List.of());
            case WORK -> compile(source, binary, List.of("-DBENCH_NULL"), List.of());
            case LOOP -> compile(source, binary, List.of("-Dmalloc=loop_malloc",
                    "-Dfree=loop_free"), List.of(layout.loopLibrary().toString()));
            case STATIC -> compile(source, binary, NO_BUILTINS,
                    concat(List.of(layout.quarryArchive().toString()), cplusplus(workload)));
        }
    }

    /** The sized workload calls C++'s operators, whose default is in its library. */
    private static List<String> cplusplus(String workload) {
        return workload.endsWith("-sized") ? List.of("-lstdc++") : List.of();
    }

    private void compile(Path source, Path binary, List<String> flags, List<String> libraries) {
        if (isFresh(source, binary)) {
            return;
        }
        List<String> command = new ArrayList<>(COMPILER);
        command.addAll(flags);
        command.addAll(List.of("-I", layout.sources().toString(), source.toString(),
                "-o", binary.toString()));
        command.addAll(libraries);
        try {
            Files.createDirectories(binary.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Shell.Output output = Shell.run(command);
        if (output.exit() != 0) {
            throw new IllegalStateException("gcc failed on " + source + "\n" + output.error());
        }
    }

    private boolean isFresh(Path source, Path binary) {
        if (!Files.exists(binary)) {
            return false;
        }
        long built = modified(binary);
        Stream<Path> inputs = Stream.concat(headers().stream(),
                Stream.of(source, source.resolveSibling("larson.c"), layout.quarryArchive()));
        return inputs.filter(Files::exists).allMatch(input -> modified(input) < built);
    }

    private List<Path> headers() {
        try (Stream<Path> files = Files.list(layout.sources())) {
            return files.filter(file -> file.toString().endsWith(".h")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> concat(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}
