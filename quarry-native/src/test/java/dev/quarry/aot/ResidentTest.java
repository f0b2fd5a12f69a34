package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Resident memory with many threads, and after a burst: bounded, without a slope, and small when
 * nothing is done. Each bound holds for the median of three runs.
 */
class ResidentTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final long MIB = 1024;

    /**
     * How far figures may lie apart that no leak moved: how many blocks are on their way between
     * the threads is the scheduler's choice. A leak of two bytes in a thousand would be more.
     */
    private static final long SLOPE_KIB = 4 * MIB;

    /** A program that is linked with the library. */
    private static Path linked(String name) {
        Path library = BUILD.sharedLibrary(Variant.PREFIX_ONLY);
        Path program = Programs.OUTPUT.resolve(name);
        compiler(name, program).add(library).add("-Wl,-rpath," + library.getParent()).run();
        return program;
    }

    private static Gcc compiler(String name, Path program) {
        return Gcc.gcc()
                .add("-std=gnu17", "-O1", "-g", "-D_GNU_SOURCE", "-fno-builtin", "-pthread")
                .add("-Wall", "-Wextra", "-Werror").quoted(BUILD.sources())
                .output(program).add(Programs.SOURCES.resolve(name + ".c"));
    }

    private static void passes(Figures.Check check, String name, String... arguments)
            throws Exception {
        Figures.passTwiceOfThree(Map.of(), linked(name), check, arguments);
    }

    private static void preloadedPasses(Figures.Check check, String... arguments) throws Exception {
        Path program = Programs.OUTPUT.resolve("idle");
        compiler("idle", program).run();
        String library = BUILD.sharedLibrary(Variant.RELEASE).toString();
        Figures.passTwiceOfThree(Map.of("LD_PRELOAD", library), program, check, arguments);
    }

    private static void isAtMost(long bound, String name, Figures figures) {
        assertTrue(figures.kib(name) <= bound, () -> name + " above " + bound + ": " + figures);
    }

    /**
     * What of blocks freed after their threads' ends stays is the same after 1,000 and 10,000: how
     * many threads overlap varies, but 1 KiB lost with each would be 9 MiB.
     */
    @Test
    void shortThreadsLeaveNothingBehind() throws Exception {
        passes(f -> isAtMost(f.kib("tenth") + 6 * MIB, "most", f), "storm", "10000");
    }

    /** Threads that only allocate and threads that only free, for longer than the start takes. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 16"})
    void producersAndConsumersAreBounded(String producers, String consumers) throws Exception {
        passes(f -> {
            long live = Math.max(f.kib("early_live"), f.kib("late_live"));
            isAtMost(live * 13 / 10 + 4 * MIB, "late", f);
            isAtMost(f.kib("early") + live - f.kib("early_live") + SLOPE_KIB, "late", f);
        }, "flow", producers, consumers, "65536", "80");
    }

    /** What others freed of a sleeper's blocks is its own until it wakes, and no more than that. */
    @Test
    void aSleepingOwnerKeepsItsOwn() throws Exception {
        passes(f -> {
            isAtMost(2 * f.kib("live") * 13 / 10 + 4 * MIB, "late", f);
            isAtMost(f.kib("early") + SLOPE_KIB, "late", f);
        }, "left", "asleep", "32");
    }

    @Test
    void anOwnerThatHasEndedKeepsNothing() throws Exception {
        passes(f -> {
            isAtMost(f.kib("live") * 13 / 10 + 4 * MIB, "late", f);
            isAtMost(f.kib("early") + SLOPE_KIB, "late", f);
            isAtMost(4 * MIB, "rest", f);
        }, "left", "ended", "32");
    }

    @Test
    void aBurstGoesBackWithoutACall() throws Exception {
        preloadedPasses(f -> isAtMost(f.kib("peak") / 20, "idle", f), "1024");
    }

    @Test
    void whatShrinksGoesBackAtOnce() throws Exception {
        preloadedPasses(f -> {
            isAtMost(12 * MIB, "shrunk", f);
            isAtMost(5 * MIB, "freed", f);
        }, "shrink");
    }
}
