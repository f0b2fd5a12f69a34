package dev.quarry.core.heaps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.owner.Denial;
import dev.quarry.core.span.Account;
import dev.quarry.core.tune.SizeClasses;
import org.junit.jupiter.api.Test;

/** What is told of a limit that refuses. */
class HeapFiguresTest extends CoreTest {
    private static final long UNIT = 64 << 10;
    private static final long NONE = Account.NO_LIMIT;

    @Test
    void theRefuserIsTheLowestWithoutRoom() {
        long root = ProgramHeap.open(0, 4 * UNIT, 0);
        long middle = ProgramHeap.open(root, NONE, 0);
        long leaf = ProgramHeap.open(middle, 8 * UNIT, 2 * UNIT);
        assertEquals(0, HeapFigures.refuser(leaf, 4 * UNIT));
        assertEquals(root, HeapFigures.refuser(leaf, 4 * UNIT + 1));
        assertEquals(leaf, HeapFigures.refuser(leaf, 8 * UNIT + 1));
        assertEquals(0, HeapFigures.refuser(middle, 2 * UNIT));
        assertEquals(root, HeapFigures.refuser(middle, 3 * UNIT));
        assertTrue(ProgramHeap.close(root));
        assertEquals(Denial.CLOSED, HeapFigures.refuser(leaf, 1));
    }

    @Test
    void withoutLimitsThereIsNoHeadroomToTell() {
        long root = ProgramHeap.open(0, NONE, 0);
        long leaf = ProgramHeap.open(root, NONE, 0);
        assertTrue(ProgramHeap.malloc(leaf, 3 * UNIT) > 0);
        assertEquals(NONE, HeapFigures.headroom(leaf));
        HeapFigures.setLimit(root, 10 * UNIT);
        assertEquals(7 * UNIT, HeapFigures.headroom(leaf));
        assertTrue(ProgramHeap.close(root));
    }

    /** For each class, and for large blocks, aligned or not. */
    @Test
    void theChargeIsWhatAFirstBlockUses() {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            isCharged(1, SizeClasses.blockBytes(sizeClass));
            isCharged(4096, SizeClasses.blockBytes(sizeClass));
        }
        isCharged(1, 0);
        isCharged(1, (32 << 10) + 1);
        isCharged(1 << 16, 100);
        isCharged(16, 5 * UNIT + 1);
    }

    private static void isCharged(long alignment, long bytes) {
        long id = ProgramHeap.open(0, NONE, 0);
        assertTrue(ProgramHeap.alignedAlloc(id, alignment, bytes) > 0);
        assertEquals(HeapFigures.used(id), ProgramHeap.chargeOf(alignment, bytes));
        assertTrue(ProgramHeap.close(id));
    }
}
