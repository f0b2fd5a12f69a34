package dev.quarry.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.Quarry;
import dev.quarry.core.base.Memory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's program is compiled as it stands there, and run. */
class GuideTest {
    private static final Path GUIDE = Path.of("").toAbsolutePath().resolve("../docs/GUIDE.md");

    @TempDir Path folder;

    @Test
    void theFirstProgramRuns() throws Exception {
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(GUIDE));
        assertTrue(block.find());
        Path source = Files.writeString(folder.resolve("FirstHour.java"), block.group(1));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny",
                "-cp", rootOf(Memory.class) + ":" + rootOf(Quarry.class), source.toString())
                .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        assertTrue(process.waitFor(120, TimeUnit.SECONDS));
        assertEquals("49\ngranite\nfrom another thread\nthe arena is closed\n",
                Files.readString(output));
        assertEquals(0, process.exitValue());
    }

    private static Path rootOf(Class<?> cls) throws Exception {
        return Path.of(cls.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
