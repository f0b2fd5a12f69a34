package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.core.base.Memory;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program of the tests in a JVM of its own, for what needs other flags or would spoil this
 * one.
 */
record ChildJvm(int exitCode, String output) {
    static final String ALLOWED = "--enable-native-access=ALL-UNNAMED";
    static final Path CORE = rootOf(Memory.class);
    static final Path FACE = rootOf(Quarry.class);
    static final Path TESTS = rootOf(ChildJvm.class);

    /** A hung child is killed after so long, and the test fails. */
    private static final int PATIENCE_SECONDS = 200;

    /** Runs a class on the class path, native access allowed, and expects success. */
    static ChildJvm succeed(Class<?> main, List<String> flags, String... arguments) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of("-ea", ALLOWED, "--illegal-native-access=deny"));
        ChildJvm child = onClassPath(main, all, arguments);
        assertEquals(0, child.exitCode, () -> "the child said:\n" + child.output);
        return child;
    }

    static ChildJvm onClassPath(Class<?> main, List<String> flags, String... arguments) {
        List<String> command = new ArrayList<>(flags);
        command.addAll(List.of("-cp", path(CORE, FACE, TESTS), main.getName()));
        command.addAll(List.of(arguments));
        return java(command);
    }

    /** Runs a class of the class path with Quarry as modules. */
    static ChildJvm onModulePath(Class<?> main, List<String> flags) {
        List<String> command = new ArrayList<>(flags);
        command.addAll(List.of("-p", path(CORE, FACE), "--add-modules", "dev.quarry"));
        command.addAll(List.of("-cp", path(TESTS), main.getName()));
        return java(command);
    }

    /** By a shell, so that one that aborts leaves no core. */
    private static ChildJvm java(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("sh", "-c", "ulimit -c 0; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        try {
            Path output = Files.createTempFile("child", ".txt");
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            boolean hasEnded = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            int exitCode = process.waitFor();
            String text = Files.readString(output, StandardCharsets.UTF_8);
            Files.delete(output);
            return new ChildJvm(exitCode, hasEnded ? text : text + "\nkilled: it hung");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String path(Path... roots) {
        List<String> names = new ArrayList<>();
        for (Path root : roots) {
            names.add(root.toString());
        }
        return String.join(File.pathSeparator, names);
    }

    /** The folder or archive that a class was loaded from, also when it patches a module. */
    private static Path rootOf(Class<?> cls) {
        String file = cls.getName().replace('.', '/') + ".class";
        String url = cls.getClassLoader().getResource(file).toString();
        String root = url.substring(0, url.length() - file.length());
        try {
            return root.startsWith("jar:")
                    ? Path.of(new URI(root.substring(4, root.length() - 2)))
                    : Path.of(new URI(root));
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
