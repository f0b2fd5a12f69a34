package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.HotPairs;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.RemoteFrees;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What malloc and free do on HotSpot when nothing is missing: few accesses, and no calls. */
class FastPathTest {
    private final FastPath malloc = FastPath.of(Quarry.class, "malloc", "(J)J");
    private final FastPath free = FastPath.of(Quarry.class, "free", "(J)V");

    /** HotSpot stops to inline accesses when a compilation has many, the user's included. */
    @Test
    void aPairMakesAtMostFourAccesses() {
        assertEquals(List.of(), malloc.problems);
        assertEquals(List.of(), free.problems);
        assertFalse(malloc.accesses.isEmpty());
        assertFalse(free.accesses.isEmpty());
        assertTrue(
                malloc.accesses.size() + free.accesses.size() <= 4,
                () -> malloc.accesses + " and " + free.accesses);
    }

    @Test
    void everyMethodIsSmallEnoughToBeInlined() {
        assertEquals(List.of(), malloc.tooBig);
        assertEquals(List.of(), free.tooBig);
    }

    @Test
    void whatIsSlowIsNamedSo() {
        assertTrue(malloc.slow.stream().anyMatch(m -> m.contains("Refill.mallocSlow")));
        assertTrue(malloc.slow.stream().anyMatch(m -> m.contains("Quarry.mallocSlow")));
        assertTrue(free.slow.stream().anyMatch(m -> m.contains("Flush.freeSlow")));
    }

    @Test
    void theCounterFindsAccesses() {
        FastPath word = FastPath.of(Memory.class, "fetchOrLong", "(JJ)J");
        assertEquals(1, word.accesses.size());
        assertEquals(0, FastPath.of(Memory.class, "bitCount", "(J)I").accesses.size());
        FastPath drain =
                FastPath.of(RemoteFrees.class, "drain", "(Ldev/quarry/core/owner/Heap;)V");
        assertFalse(drain.accesses.isEmpty());
        assertTrue(drain.problems.stream().anyMatch(p -> p.endsWith("drain"
                + "(Ldev/quarry/core/owner/Heap;)V has a loop")), drain.problems::toString);
    }

    @Test
    void everyCallIsInlined() {
        ChildJvm child =
                ChildJvm.succeed(
                        HotPairs.class,
                        List.of(
                                "-XX:+UnlockDiagnosticVMOptions",
                                "-XX:-TieredCompilation",
                                "-XX:-BackgroundCompilation",
                                "-XX:CompileCommand=PrintInlining,"
                                        + HotPairs.class.getName()
                                        + "::pairs"));
        assertEquals(List.of(), Inlining.refusals(child.output()));
        for (String method : List.of("core.api.Malloc::malloc", "core.api.Free::free")) {
            long calls = Inlining.inlinedCalls(child.output(), "dev.quarry." + method);
            assertTrue(calls > 0, child::output);
        }
    }

    @Test
    void aCallThatIsLeftIsSeen() {
        String output =
                """
                   @ 5   dev.quarry.A::a (9 bytes)   inline (hot)
                     @ 1   dev.quarry.A::hot (400 bytes)   failed to inline: hot method too big
                     @ 2   dev.quarry.A::cold (4 bytes)   failed to inline: never executed
                !    @ 3   dev.quarry.B::bSlow (44 bytes)   inline (hot)
                       @ 1   dev.quarry.B::inside (4 bytes)   failed to inline: too big
                     @ 4   jdk.C::c (1 bytes)   failed to inline: NodeCountInliningCutoff
                     @ 4   java.lang.Thread::currentThread (0 bytes)   (intrinsic)
                """;
        List<String> refusals = Inlining.refusals(output);
        assertEquals(2, refusals.size(), refusals::toString);
        assertTrue(refusals.get(0).contains("A::hot"));
        assertTrue(refusals.get(1).contains("C::c"));
        assertEquals(1, Inlining.inlinedCalls(output, "dev.quarry.A::a"));
    }
}
