package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What programs do at the edges of their lives and their threads', on the C library. */
class LifeCycleTest {
    private static final NativeBuild BUILD = NativeBuild.here();

    /** How many times longer than in every run. */
    private static final int LENGTH = Integer.getInteger("quarry.life.length", 1);

    /** A program on the {@code quarry_} names alone, so that libc's own blocks are not counted. */
    private static Path program(String source, Variant variant) {
        Path library = BUILD.sharedLibrary(variant);
        Path program = Programs.OUTPUT.resolve(source + "-" + variant.name());
        Gcc.gcc().add("-std=gnu17", "-D_GNU_SOURCE", "-pthread", "-Wall", "-Wextra", "-Werror")
                .add(variant.flags())
                .quoted(BUILD.sources())
                .output(program).add(Programs.SOURCES.resolve(source))
                .add(library).add("-Wl,-rpath," + library.getParent())
                .run();
        return program;
    }

    private static void isOk(Programs.Result result) {
        assertEquals("", result.errors());
        assertEquals("ok\n", result.output());
        assertEquals(0, result.exitCode());
    }

    /** Spans are cut and given back all the time, so that locks are held in each other. */
    private static Programs.Result signals(Variant variant, String sizes) throws Exception {
        Map<String, String> options = new HashMap<>();
        options.put("QUARRY_RETIRED_SPANS_PER_CLASS", "0");
        options.put("QUARRY_DECOMMIT_DELAY_MILLIS", "1");
        options.put("QUARRY_MAGAZINE_BYTES_PER_HEAP", Long.toString(64L << 20));
        String seconds = Integer.toString(4 * LENGTH);
        return Programs.run(options, program("signals.c", variant), seconds, sizes);
    }

    /** Without fast paths every block is whole, whatever the handler interrupts. */
    @ParameterizedTest
    @CsvSource({"0, any", "1, apart"})
    void handlersNeverWaitForWhatTheyInterrupt(int fastBins, String sizes) throws Exception {
        isOk(signals(Variant.PREFIX_ONLY.with("-DQUARRY_FASTBINS=" + fastBins), sizes));
    }

    @Test
    void withoutTheOrderOfLocksTheyWaitForEver() throws Exception {
        Variant mutant = Variant.PREFIX_ONLY.with("-DQUARRY_FASTBINS=0", "-DQUARRY_LOCK_ORDER=0");
        assertNotEquals(0, signals(mutant, "any").exitCode());
    }

    @Test
    void withoutHiddenHeapsBlocksAreHandedOutTwice() throws Exception {
        Variant mutant = Variant.PREFIX_ONLY.with("-DQUARRY_HIDDEN_HEAP=0");
        assertNotEquals(0, signals(mutant, "apart").exitCode());
    }
}
