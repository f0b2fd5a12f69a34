package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

    /** Runs a class's {@code main} with this process's {@code quarry.} properties. */
    static void run(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("quarry."))
                .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(Arrays.asList(arguments));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            byte[] output = process.getInputStream().readAllBytes();
            String text = new String(output, StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), () -> "the child said:\n" + text);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("a child process could not be run", e);
        }
    }
}
