package dev.quarry.aot;

import static dev.quarry.aot.Compiled.isOk;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What programs do at the edges of their lives and their threads', on the C library. */
class LifeCycleTest {
    private static final NativeBuild BUILD = NativeBuild.here();

    /** How many times longer than in every run. */
    private static final int LENGTH = Integer.getInteger("quarry.life.length", 1);

    private static final int ABORTED = 134;
    private static final int RUNS_OF_A_MUTANT = 20;

    /** More than libc has room for: 64 bytes each of some two thousand. */
    private static final int FILLERS = 80;

    private static Map<String, String> preloaded() {
        return Map.of("LD_PRELOAD", BUILD.sharedLibrary(Variant.RELEASE).toString());
    }

    /** Spans are cut and given back all the time, so that locks are held in each other. */
    private static Programs.Result signals(Variant variant, String sizes) throws Exception {
        Map<String, String> options = new HashMap<>();
        options.put("QUARRY_RETIRED_SPANS_PER_CLASS", "0");
        options.put("QUARRY_DECOMMIT_DELAY_MILLIS", "1");
        options.put("QUARRY_MAGAZINE_BYTES_PER_HEAP", Long.toString(64L << 20));
        String seconds = Integer.toString(2 * LENGTH);
        return Programs.run(options, Compiled.linked("signals.c", variant), seconds, sizes);
    }

    /** Without fast paths every block is whole, whatever the handler interrupts. */
    @ParameterizedTest
    @CsvSource({"0, any", "1, apart"})
    void handlersNeverWaitForWhatTheyInterrupt(int fastBins, String sizes) throws Exception {
        isOk(signals(Variant.PREFIX_ONLY.with("-DQUARRY_FASTBINS=" + fastBins), sizes));
    }

    /** Whether it fails in one run of several: how many signals come is the machine's affair. */
    private static boolean diesOfSignals(Variant mutant, String sizes) throws Exception {
        boolean dies = false;
        for (int run = 0; run < RUNS_OF_A_MUTANT && !dies; run++) {
            dies = signals(mutant, sizes).exitCode() != 0;
        }
        return dies;
    }

    @Test
    void withoutTheOrderOfLocksTheyWaitForEver() throws Exception {
        Variant mutant = Variant.PREFIX_ONLY.with("-DQUARRY_FASTBINS=0", "-DQUARRY_LOCK_ORDER=0");
        assertTrue(diesOfSignals(mutant, "any"));
    }

    @Test
    void withoutHiddenHeapsBlocksAreHandedOutTwice() throws Exception {
        Variant mutant = Variant.PREFIX_ONLY.with("-DQUARRY_HIDDEN_HEAP=0");
        assertTrue(diesOfSignals(mutant, "apart"));
    }

    @Test
    void handlersStartNoThread() throws Exception {
        isOk(Programs.run(Compiled.linked("helper.c", Variant.PREFIX_ONLY)));
    }

    /** Without fast paths, as a fork inside one may double a block of the thread that forks. */
    @Test
    void handlersFork() throws Exception {
        Variant variant = Variant.PREFIX_ONLY.with("-DQUARRY_FASTBINS=0");
        String forks = Integer.toString(300 * LENGTH);
        isOk(Programs.run(Compiled.linked("interrupted_forks.c", variant), forks));
    }

    @Test
    void aThousandForksUnderLoad() throws Exception {
        String forks = Integer.toString(800 + 200 * LENGTH);
        isOk(Programs.run(Compiled.linked("forks.c", Variant.RELEASE), forks));
    }

    @Test
    void programsAreStartedUnderLoad() throws Exception {
        isOk(Programs.run(Compiled.linked("spawned.c", Variant.RELEASE)));
    }

    @Test
    void aJvmStartsPrograms() throws Exception {
        Path source = Programs.OUTPUT.resolve("Spawns.java");
        Files.copy(LifeCycleTest.class.getResourceAsStream("Spawns.java"), source,
                StandardCopyOption.REPLACE_EXISTING);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        isOk(Programs.run(preloaded(), java, "-XX:TieredStopAtLevel=1", source.toString()));
    }

    @Test
    void theLibraryComesLateWhereThreadLocalStorageIsScarce() throws Exception {
        Path filler = Compiled.sharedLibrary("filler.c");
        List<String> arguments = new ArrayList<>();
        arguments.add(BUILD.sharedLibrary(Variant.RELEASE).toString());
        for (int i = 0; i < FILLERS; i++) {
            Path copy = Programs.OUTPUT.resolve("filler-" + i + ".so");
            Files.copy(filler, copy, StandardCopyOption.REPLACE_EXISTING);
            arguments.add(copy.toString());
        }
        isOk(Programs.run(Compiled.plain("late.c"), arguments.toArray(String[]::new)));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void librariesAreOpenedAndClosedAThousandTimes(boolean isPreloaded) throws Exception {
        isOk(Programs.run(
                isPreloaded ? preloaded() : Map.of(),
                Compiled.plain("opened_often.c"),
                Integer.toString(1000 * LENGTH),
                BUILD.sharedLibrary(Variant.RELEASE).toString(),
                Compiled.sharedLibrary("small.c").toString()));
    }

    @Test
    void threadsAndProgramsEnd() throws Exception {
        isOk(Programs.run(Compiled.linked("endings.cc", Variant.RELEASE)));
    }

    @Test
    void nothingIsACancellationPoint() throws Exception {
        Programs.Result result = Programs.run(Compiled.linked("cancelled.c", Variant.RELEASE));
        assertEquals("ok\n", result.output(), result.errors());
        assertEquals(10, result.errors().lines().count(), result.errors());
        assertEquals(0, result.exitCode());
    }

    /** A copy that runs with another user's rights, as the kernel sees it. */
    private static Path withOthersRights(Path program) throws Exception {
        Path copy = program.resolveSibling(program.getFileName() + "-setuid");
        Files.copy(program, copy, StandardCopyOption.REPLACE_EXISTING);
        Files.setAttribute(copy, "unix:uid", 65534);
        Files.setAttribute(copy, "unix:mode", 04755);
        return copy;
    }

    private static Programs.Result aborting(Path program) throws Exception {
        String command = "ulimit -c 0; " + program + "; exit $?";
        return Programs.run(Map.of("QUARRY_FAULTS", "abort"), Path.of("sh"), "-c", command);
    }

    @Test
    @Tag("root")
    void aProgramWithOthersRightsHasNoOptions() throws Exception {
        Path program = Compiled.withArchive("faults.c");
        assertEquals(ABORTED, aborting(program).exitCode());
        Programs.Result result = aborting(withOthersRights(program));
        assertEquals("counted 15\n", result.output(), result.errors());
        assertTrue(result.errors().contains(": ignored\n"), result.errors());
    }
}
