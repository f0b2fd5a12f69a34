package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's examples are compiled as they stand there, and run. */
class ReadmeExamplesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path LIBRARY = ROOT.resolve("quarry-native/target");

    @TempDir Path folder;

    @Test
    void theJavaExampleRuns() throws Exception {
        Path source = write("java", 1, "Example.java");
        String classes =
                ROOT.resolve("quarry-jvm/target/classes")
                        + ":"
                        + ROOT.resolve("quarry-core/target/classes");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String output =
                run(java, "--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny",
                        "-cp", classes, source);
        assertEquals("12.5\n32\nDOUBLE_FREE\n", output);
    }

    @Test
    void theCExampleRuns() throws Exception {
        String output = compiledAndRun(1);
        assertTrue(
                output.matches(
                        "quarry: double free of 0x[0-9a-f]+: ignored\n"
                                + "granite in 1024 bytes\npage aligned: 0, zero: 0\n"
                                + "structures sound: 1\n"),
                output);
    }

    @Test
    void theExampleOfHeapsRuns() throws Exception {
        String output = compiledAndRun(2);
        assertTrue(
                output.matches(
                        "quarry: [a-z ]+,? 0x[0-9a-f]+: ignored\n"
                                + "1\n65536 of 67108864 bytes\n0, refused: 1\n"),
                output);
    }

    private String compiledAndRun(int number) throws Exception {
        Path source = write("c", number, "example.c");
        Path program = folder.resolve("example");
        run("gcc", "-Wall", "-Werror", "-Wno-use-after-free", "-o", program, source,
                "-I", LIBRARY.resolve("include"), LIBRARY.resolve("libquarry.so"),
                "-Wl,-rpath," + LIBRARY);
        return run(program);
    }

    /** The example of that number, from 1, in a language. */
    private Path write(String language, int number, String name) throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        Pattern fenced = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL);
        Matcher block = fenced.matcher(readme);
        for (int i = 0; i < number; i++) {
            assertTrue(block.find(), "the README has an example in " + language);
        }
        String source = block.group(1);
        assertTrue(source.lines().count() <= 24, "about twenty lines");
        return Files.writeString(folder.resolve(name), source);
    }

    /** Runs a command that must succeed; what it prints, stderr before what stdout held back. */
    private String run(Object... command) throws Exception {
        List<String> words = Arrays.stream(command).map(Object::toString).toList();
        Path output = folder.resolve("output");
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        String printed = Files.readString(output);
        assertEquals(0, process.exitValue(), printed);
        return printed;
    }
}
