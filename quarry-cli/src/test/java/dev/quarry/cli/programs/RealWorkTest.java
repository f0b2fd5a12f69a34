package dev.quarry.cli.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servers, databases, compilers and virtual machines at real work on Quarry, with all its fast
 * paths: they print what they print on glibc, and not one of their processes frees wrongly. CPU
 * times and peaks of both are printed, and kept as a table, without a judgement.
 */
@Tag("programs")
class RealWorkTest {
    /** Four times as much with {@code ./quarry test --long}; some scripts count otherwise. */
    private static final int SCALE = System.getProperty("quarry.long") == null ? 1 : 4;

    /** More than one makes the table's medians worth publishing. */
    private static final int ROUNDS = Integer.getInteger("quarry.work.rounds", 1);

    /** Preloaded as well, so that a program linked with another malloc runs on this one. */
    private static final String GLIBC = "libc.so.6";

    private static final Map<Work, String> ROWS = new TreeMap<>();

    @TempDir static Path folder;

    private static Measured.Bench bench;

    @BeforeAll
    static void compile() {
        Comparison.require("gcc");
        bench = Measured.Bench.in(folder);
    }

    @ParameterizedTest
    @EnumSource
    void printsWhatItPrintsOnGlibc(Work work) throws IOException {
        List<Measured> glibc = new ArrayList<>();
        List<Measured> quarry = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            glibc.add(bench.run(work, GLIBC, SCALE));
            assertEquals(0, glibc.getLast().result().exit(), glibc.getLast()::toString);
            quarry.add(bench.run(work, Library.FILE.toString(), SCALE));
            assertEquals(glibc.getLast().result(), quarry.getLast().result());
            noFaults(work, quarry.getLast().audit());
        }
        ROWS.put(work, row(work, glibc, quarry));
    }

    private static void noFaults(Work work, List<String> audit) {
        for (String line : audit) {
            assertTrue(line.endsWith(" 0") || !Library.isQuarry(), "program, faults: " + line);
        }
        for (String program : work.programs()) {
            assertTrue(
                    audit.stream().anyMatch(line -> line.startsWith(program)),
                    () -> program + " was not on Quarry; these were: " + audit);
        }
    }

    private static String row(Work work, List<Measured> glibc, List<Measured> quarry) {
        return "| %s | %.2f | %.2f | %.1f | %.1f |"
                .formatted(
                        work.name().toLowerCase(Locale.ROOT),
                        median(glibc.stream().mapToLong(Measured::cpuMillis)) / 1e3,
                        median(quarry.stream().mapToLong(Measured::cpuMillis)) / 1e3,
                        median(glibc.stream().mapToLong(Measured::peakKib)) / 1024.0,
                        median(quarry.stream().mapToLong(Measured::peakKib)) / 1024.0);
    }

    private static long median(LongStream values) {
        long[] sorted = values.sorted().toArray();
        return sorted[sorted.length / 2];
    }

    @AfterAll
    static void table() throws IOException {
        List<String> table = new ArrayList<>();
        table.add("| work | glibc, s | Quarry, s | glibc, MiB | Quarry, MiB |");
        table.add("|---|---:|---:|---:|---:|");
        table.addAll(ROWS.values());
        table.forEach(System.out::println);
        Files.write(Exec.ROOT.resolve("quarry-cli/target/real-work.md"), table);
    }
}
