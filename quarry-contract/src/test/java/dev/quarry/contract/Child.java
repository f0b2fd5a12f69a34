package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A process of its own for what would spoil this one: limits set, address space used up. */
final class Child {
    /** A small JVM, so that its own reservations leave room under a limit. */
    private static final List<String> FLAGS =
            List.of(
                    "-ea",
                    "-Xmx256m",
                    "-Xss512k",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:ReservedCodeCacheSize=32m",
                    "-XX:CompressedClassSpaceSize=32m",
                    "--enable-native-access=ALL-UNNAMED");

    private Child() {}

    /** How it ended. */
    record End(int exitCode, String output) {}

    /** Runs a class's {@code main} with this process's {@code quarry.} properties. */
    static void run(Class<?> main, String... arguments) {
        End end = end(main, Map.of(), arguments);
        assertEquals(0, end.exitCode, () -> "the child said:\n" + end.output);
    }

    /** The same with some properties set otherwise, to whatever end. It leaves no core. */
    static End end(Class<?> main, Map<String, String> properties, String... arguments) {
        return end(System.getProperty("java.class.path"), main, properties, arguments);
    }

    /** The same with classes of a folder in the place of this process's. */
    static End endWith(Path classes, Class<?> main) {
        String all = classes + File.pathSeparator + System.getProperty("java.class.path");
        return end(all, main, Map.of());
    }

    private static End end(
            String classPath, Class<?> main, Map<String, String> properties, String... arguments) {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("sh", "-c", "ulimit -c 0; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        quarryProperties(properties).forEach((name, value) ->
                command.add("-D" + name + "=" + value));
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(Arrays.asList(arguments));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            byte[] output = process.getInputStream().readAllBytes();
            return new End(process.waitFor(), new String(output, StandardCharsets.UTF_8));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("a child process could not be run", e);
        }
    }

    private static Map<String, String> quarryProperties(Map<String, String> changed) {
        Map<String, String> properties = new TreeMap<>();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("quarry."))
                .forEach(name -> properties.put(name, System.getProperty(name)));
        properties.putAll(changed);
        return properties;
    }
}
