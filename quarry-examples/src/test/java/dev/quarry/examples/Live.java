package dev.quarry.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.Quarry;
import dev.quarry.core.verify.Stats;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.function.Executable;

/** What a program holds, and what it says. */
final class Live {
    private Live() {}

    /** Bytes that users hold. */
    static long bytes() {
        Quarry.trim();
        assertTrue(Stats.collect());
        return Stats.liveBytes;
    }

    static String outputOf(Executable program) {
        PrintStream before = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            program.execute();
        } catch (Throwable e) {
            throw new AssertionError(e);
        } finally {
            System.setOut(before);
        }
        return said.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
