package dev.quarry.cli.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Exec.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls that Quarry counts are those that Valgrind counts, for a program without threads. */
@Tag("programs")
class CountsTest {
    private static final Pattern VALGRINDS =
            Pattern.compile("total heap usage: ([0-9,]+) allocs, ([0-9,]+) frees");

    @TempDir Path scratch;

    @Test
    void callsAreCountedOneByOne() throws IOException {
        Comparison.require("valgrind");
        Comparison.require("gzip");
        Path file = Files.writeString(scratch.resolve("file"), "text ".repeat(10_000));
        assertEquals(0, Exec.of("gzip", file.toString()).run().exit());
        String packed = file + ".gz";

        Result counted = Exec.of("valgrind", "gzip", "-t", packed).run();
        Matcher figures = VALGRINDS.matcher(counted.err());
        assertTrue(figures.find(), counted::err);

        Path stats = scratch.resolve("stats");
        Library.run("--stats-file=" + stats, "--", "gzip", "-t", packed).run();
        ProcessStats gzip = ProcessStats.read(stats).getFirst();
        gzip.check();
        assertEquals(number(figures.group(1)), gzip.figure("mallocs"));
        assertEquals(number(figures.group(2)), gzip.figure("frees"));
    }

    private static long number(String text) {
        return Long.parseLong(text.replace(",", ""));
    }
}
