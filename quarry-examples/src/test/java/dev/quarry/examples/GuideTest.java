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

/** The guide's programs are compiled as they stand there, and run. */
class GuideTest {
    private static final Path GUIDE = Path.of("").toAbsolutePath().resolve("../docs/GUIDE.md");

    @TempDir Path folder;

    @Test
    void theFirstProgramRuns() throws Exception {
        assertEquals("49\ngranite\nfrom another thread\nthe arena is closed\n",
                outputOf("FirstHour"));
    }

    @Test
    void theProgramWithLimitsRuns() throws Exception {
        assertEquals("""
                12 pages are left
                12 still
                no native memory for 20971520 bytes in app/index: the limit of app is 16 MiB, and \
                16 MiB are used by cache 12 MiB, index 4 MiB
                """, outputOf("Limits"));
    }

    /** What a class that stands in the guide prints. */
    private String outputOf(String name) throws Exception {
        Matcher block = Pattern.compile("```java\n((?:(?!```).)*?class " + name + " .*?)```",
                Pattern.DOTALL).matcher(Files.readString(GUIDE));
        assertTrue(block.find());
        Path source = Files.writeString(folder.resolve(name + ".java"), block.group(1));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny",
                "-cp", rootOf(Memory.class) + ":" + rootOf(Quarry.class), source.toString())
                .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        assertTrue(process.waitFor(120, TimeUnit.SECONDS));
        String said = Files.readString(output);
        assertEquals(0, process.exitValue(), said);
        return said;
    }

    private static Path rootOf(Class<?> cls) throws Exception {
        return Path.of(cls.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
