package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random sequences of operations on the C library, held against a model of what each block holds.
 * Half a minute on all builds together, ten minutes with {@code ./quarry test --long}.
 */
class FuzzTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final long SEED = Long.getLong("quarry.seed", 20_261_201L);
    private static final boolean IS_LONG = System.getProperty("quarry.long") != null;

    /** How much of a failing sequence may be left: 20,000 operations before. */
    private static final int FEW = 16;

    private static final Map<String, String> OPTIONS =
            Map.of("QUARRY_FAULTS", "ignore", "TSAN_OPTIONS", "halt_on_error=1");

    /** The builds of the library, and the seconds for each. */
    enum Build {
        RELEASE(Variant.RELEASE, 10, 180),
        CHECKED(Variant.PREFIX_ONLY.with("-DQUARRY_CHECKED=1"), 5, 120),
        ASAN(Variant.ASAN, 5, 100),
        UBSAN(Variant.UBSAN, 5, 100),
        TSAN(Variant.TSAN, 5, 100);

        private final Variant variant;
        private final int seconds;

        Build(Variant variant, int seconds, int longSeconds) {
            this.variant = variant;
            this.seconds = IS_LONG ? longSeconds : seconds;
        }
    }

    private static Path fuzzer(Variant variant, String... flags) {
        Path library = BUILD.sharedLibrary(variant);
        String name = "fuzz-" + variant.name() + String.join("", flags);
        Path program = Programs.OUTPUT.resolve(name);
        Gcc.gcc().add("-std=gnu17", "-D_GNU_SOURCE", "-pthread", "-fno-builtin", "-g", "-Wall")
                .add("-Wextra", "-Werror").add(variant.flags()).add(flags)
                .quoted(BUILD.sources())
                .output(program).add(Programs.SOURCES.resolve("fuzz.c"))
                .add(library).add("-Wl,-rpath," + library.getParent())
                .run();
        return program;
    }

    /** One minute at a time, so that one which hangs is told early. */
    @ParameterizedTest
    @EnumSource
    void nothingIsFound(Build build) throws Exception {
        Path program = fuzzer(build.variant);
        long first = 0;
        for (int left = build.seconds; left > 0; left -= 60) {
            Programs.Result result = Programs.run(OPTIONS, program, Long.toString(SEED),
                    Long.toString(first), Integer.toString(Math.min(left, 60)));
            assertEquals("", result.errors());
            assertEquals(0, result.exitCode());
            assertTrue(result.output().matches("ok, \\d+ sequences .*\n"), result.output());
            System.out.println("-Dquarry.seed=" + SEED + " from " + first + " on " + build + ": "
                    + result.output().strip());
            first += Long.parseLong(result.output().split(" ")[1]);
        }
    }

    private static void isFoundAndMadeSmall(Path program) throws Exception {
        Programs.Result result = Programs.run(OPTIONS, program, Long.toString(SEED), "0", "30");
        List<String> lines = result.errors().lines().toList();
        assertNotEquals(0, result.exitCode(), result.output());
        String seed = "fuzz: seed " + SEED + ", sequence \\d+, (in turn|at once)";
        assertTrue(lines.stream().anyMatch(line -> line.matches(seed)), result.errors());
        long operations = lines.stream().filter(line -> line.contains(": thread ")).count();
        assertTrue(operations > 0 && operations <= FEW, result.errors());
    }

    @Test
    void aLostByteIsFound() throws Exception {
        isFoundAndMadeSmall(fuzzer(Variant.RELEASE, "-DFUZZ_PLANTED=1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"liveState", "senderState", "largeState"})
    void aMissingGuardIsFound(String guard) throws Exception {
        isFoundAndMadeSmall(fuzzer(Variant.RELEASE.with("-DQUARRY_GUARD_" + guard + "=0")));
    }
}
