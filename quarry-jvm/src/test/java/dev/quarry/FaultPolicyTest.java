package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.WrongFrees;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What quarry.faults makes of fifteen wrong frees; tunables and what is said of wrong values. */
class FaultPolicyTest {
    private static final int ABORTED = 134;
    private static final String THROWN = "thrown 15, counted 15, magazine 16";
    private static final String NOT_THROWN = "thrown 0, counted 15, magazine 16";

    private static List<String> run(String... properties) {
        return ChildJvm.succeed(WrongFrees.class, List.of(properties)).output().lines().toList();
    }

    @Test
    void byDefaultAllAreThrown() {
        assertEquals(List.of(THROWN), run());
        assertEquals(List.of(THROWN), run("-Dquarry.faults=throw"));
    }

    @Test
    void ignoredOnesAreCounted() {
        assertEquals(List.of(NOT_THROWN), run("-Dquarry.faults=ignore"));
    }

    @Test
    void tenAreReported() {
        List<String> lines = run("-Dquarry.faults=report");
        assertEquals(11, lines.size(), lines::toString);
        assertEquals(NOT_THROWN, lines.getLast());
        String address = "0x[0-9a-f]+: ignored";
        assertTrue(lines.get(0).matches("quarry: double free of " + address), lines::toString);
        assertEquals(
                "quarry: free of an address that is not Quarry's, 0x1230: ignored", lines.get(1));
        assertTrue(lines.get(2).matches(
                "quarry: free of an address where no block starts, " + address), lines::toString);
    }

    @Test
    void theFirstAborts() {
        ChildJvm child = ChildJvm.onClassPath(
                WrongFrees.class, List.of(ChildJvm.ALLOWED, "-Dquarry.faults=abort"));
        assertEquals(ABORTED, child.exitCode(), child::output);
        String line = child.output().lines().findFirst().orElse("");
        assertTrue(line.matches("quarry: double free of 0x[0-9a-f]+: aborting"), child::output);
        assertTrue(!child.output().contains("counted"), child::output);
    }

    @Test
    void aWrongPolicyIsNamedOnceAndTheDefaultHolds() {
        String said = "quarry: quarry.faults must be ignore, report, abort or throw, not \"quiet\"";
        assertEquals(List.of(said, THROWN), run("-Dquarry.faults=quiet"));
    }

    @Test
    void aTunableIsSet() {
        assertEquals(
                List.of("thrown 15, counted 15, magazine 8"), run("-Dquarry.magazineBlocks=8"));
    }

    @Test
    void aWrongTunableIsNamedOnceAndTheDefaultHolds() {
        String said =
                "quarry: quarry.magazineBlocks must be a number of blocks from 0 to 119, not ";
        assertEquals(
                List.of(said + "\"many\"", THROWN), run("-Dquarry.magazineBlocks=many"));
        assertEquals(List.of(said + "\"121\"", THROWN), run("-Dquarry.magazineBlocks=121"));
    }
}
