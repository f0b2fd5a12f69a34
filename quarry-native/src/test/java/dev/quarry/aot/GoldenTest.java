package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.base.InC;
import dev.quarry.core.golden.Cell;
import dev.quarry.core.golden.Golden;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handful of classes on both lives: what Java computes, the C made from it computes too. */
class GoldenTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final Path GENERATED = Programs.OUTPUT.resolve("golden-c");
    private static final String CASES = Integer.toString(Golden.CASES);
    private static final int LIVE_BIT = 1;
    private static final int LINK = 2;
    private static final int CHECKED = 4;

    @BeforeAll
    static void generate() {
        Generator.generate(GoldenRoots.class, InC.class, GENERATED);
    }

    private static Path compile(String name, String... flags) {
        Path program = Programs.OUTPUT.resolve("golden-" + name);
        Gcc.gcc().add("-std=gnu17", "-fwrapv", "-fno-strict-aliasing", "-pthread")
                .add("-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter").add(flags)
                .quoted(GENERATED).quoted(BUILD.sources())
                .output(program).add(Programs.SOURCES.resolve("golden.c"))
                .run();
        return program;
    }

    /** What the C program prints, computed here. */
    private static List<String> onHotSpot(int switches) throws InterruptedException {
        List<String> results = new ArrayList<>();
        Cell cell = Cell.create();
        for (int number = 0; number < Golden.CASES; number++) {
            results.add(Long.toString(Golden.run(cell, number)));
        }
        results.add(Long.toString(await()));
        results.add(Integer.toString(switches));
        return results;
    }

    private static long await() throws InterruptedException {
        Cell cell = Cell.create();
        Thread signaller = Thread.ofPlatform().start(() -> Golden.signalSlow(cell));
        long seen = Golden.await(cell);
        signaller.join();
        return seen;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-O0", "-O1", "-O2", "-O3"})
    void bothLivesAgree(String level) throws Exception {
        Programs.Result result = Programs.run(compile("at" + level, level), CASES);
        assertEquals(onHotSpot(LIVE_BIT | LINK), result.lines());
        assertEquals(0, result.exitCode(), result.errors());
    }

    @Test
    void undefinedBehaviourIsAbsent() throws Exception {
        Path program = compile("ubsan", "-O1", "-fsanitize=undefined,address");
        Programs.Result result = Programs.run(program, CASES);
        assertEquals("", result.errors());
        assertEquals(onHotSpot(LIVE_BIT | LINK), result.lines());
    }

    @Test
    void guardsAndVariantsAreFlags() throws Exception {
        Path mutant = compile("mutant", "-O2", "-DQUARRY_GUARD_liveState=0");
        assertEquals(onHotSpot(LINK), Programs.run(mutant, CASES).lines());
        Path checked = compile("checked", "-O2", "-DQUARRY_CHECKED=1");
        assertEquals(onHotSpot(LIVE_BIT | LINK | CHECKED), Programs.run(checked, CASES).lines());
    }

    @Test
    void aBrokenInvariantStopsTheCheckedBuildOnly() throws Exception {
        Path checked = compile("checked", "-O2", "-DQUARRY_CHECKED=1");
        Programs.Result stopped = Programs.run(checked, CASES, "broken");
        assertNotEquals(0, stopped.exitCode());
        assertTrue(stopped.errors().contains("an invariant of the allocator does not hold"),
                stopped.errors());
        Path release = compile("at-O2", "-O2");
        assertEquals(0, Programs.run(release, CASES, "broken").exitCode());
    }
}
