package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sixteen threads, or twice as many, that free each other's blocks for long: what was allocated has
 * been freed, once, and everything is sound. Under ThreadSanitizer without a report.
 */
class SoakTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final long PAIRS = Long.getLong("quarry.pairs", 10_000_000);

    /** What it costs to be watched, roughly. */
    private static final long WATCHED = 20;

    static Stream<Variant> variants() {
        return Stream.of(
                Variant.PREFIX_ONLY, Variant.PREFIX_ONLY.with("-DQUARRY_CHECKED=1"), Variant.TSAN);
    }

    private static Path soak(Variant variant, int threads) {
        Path library = BUILD.sharedLibrary(variant);
        Path program = Programs.OUTPUT.resolve("soak-" + threads + "-" + variant.name());
        Gcc.gcc().add("-std=gnu17", "-D_GNU_SOURCE", "-pthread", "-Wall", "-Wextra", "-Werror")
                .add(variant.flags())
                .add("-DTHREADS=" + threads)
                .quoted(BUILD.sources())
                .output(program).add(Programs.SOURCES.resolve("soak.c"))
                .add(library).add("-Wl,-rpath," + library.getParent())
                .run();
        return program;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void allocationsEqualFreesAtRest(Variant variant) throws Exception {
        long pairs = variant.equals(Variant.TSAN) ? PAIRS / WATCHED : PAIRS;
        isSound(soak(variant, 16), pairs);
    }

    @Test
    void manyMoreThreadsThanProcessors() throws Exception {
        isSound(soak(Variant.PREFIX_ONLY, 32), PAIRS);
    }

    private static void isSound(Path program, long pairs) throws Exception {
        Programs.Result result = Programs.run(
                Map.of("TSAN_OPTIONS", "halt_on_error=1"),
                program,
                Long.toString(pairs),
                Long.toString(pairs / 50));
        assertEquals("", result.errors());
        assertEquals("ok\n", result.output());
        assertEquals(0, result.exitCode());
    }
}
