package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Wrong use: it is refused and counted, and nothing is damaged by it. These tests are what the
 * mutants of {@code dev.quarry.core.base.Guards} are tried on: each guard has one that fails
 * without it.
 */
@Tag("misuse")
@ExtendWith(FirstFailure.class)
abstract class Misuse extends Contract {
    /** Two small classes, one of pages, the largest. */
    static final long[] SIZES = {16, 48, 1024, 4096, 32 << 10};

    static final long LARGE_BYTES = 200_000;

    /** What may be said of a block that was freed: its span may be gone, and all memory of it. */
    static final Set<Fault> FREED = EnumSet.of(Fault.DOUBLE_FREE, Fault.NOT_A_BLOCK);

    /** What may be said of any other address. */
    static final Set<Fault> NO_BLOCK =
            EnumSet.of(Fault.DOUBLE_FREE, Fault.NOT_A_BLOCK, Fault.FOREIGN);

    /** The action is one fault, counted by the time it returns. */
    final Fault assertRefused(Set<Fault> kinds, Runnable action) {
        expectFaults(1);
        Fault fault = Faults.of(life, action);
        assertTrue(kinds.contains(fault), () -> fault + " instead of one of " + kinds);
        return fault;
    }

    final void assertRefused(Fault kind, Runnable action) {
        assertRefused(EnumSet.of(kind), action);
    }

    /** So many faults have been counted when the calling thread has taken up all remote frees. */
    final void assertCountedAfterDrain(long count, Runnable actions) {
        expectFaults(count);
        long before = faultsSoFar();
        actions.run();
        life.trim();
        assertEquals(count, faultsSoFar() - before, "faults after the owner's drain");
    }

    /** No block of a size is handed out twice, nor one that the test holds. */
    final void assertNoneTwice(long bytes) {
        for (int i = bytes < LARGE_BYTES ? 300 : 30; i > 0; i--) {
            blocks.malloc(bytes);
        }
        blocks.check();
    }

    /** Blocks on both sides of what follows, so that its span keeps a block that is out. */
    final void holdNeighbours(long bytes) {
        for (int i = 0; i < 3; i++) {
            blocks.malloc(bytes);
        }
    }

    final long[] take(int count, long bytes) {
        long[] taken = new long[count];
        for (int i = 0; i < count; i++) {
            taken[i] = life.malloc(bytes);
            assertTrue(taken[i] != 0);
        }
        return taken;
    }

    final void freeEach(long[] taken) {
        for (long block : taken) {
            life.free(block);
        }
    }
}
