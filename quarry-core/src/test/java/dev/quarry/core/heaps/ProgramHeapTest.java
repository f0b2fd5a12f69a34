package dev.quarry.core.heaps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.api.Query;
import dev.quarry.core.api.Realloc;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Decommit;
import dev.quarry.core.owner.Denial;
import dev.quarry.core.owner.HeapTree;
import dev.quarry.core.owner.Idle;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.span.Account;
import dev.quarry.core.verify.Census;
import dev.quarry.core.verify.Verify;
import dev.quarry.core.verify.Violation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heaps that a program opens: limits through the tree, and a close that leaves nothing. */
class ProgramHeapTest extends CoreTest {
    private static final long UNIT = 64 << 10;
    private static final long NONE = Account.NO_LIMIT;

    private static long open(long limit) {
        return openBelow(0, limit, 0);
    }

    private static long openBelow(long parent, long limit, long reserved) {
        long id = ProgramHeap.open(parent, limit, reserved);
        assertTrue(id > 0, () -> "refused: " + id);
        return id;
    }

    private static void close(long id) {
        assertTrue(ProgramHeap.close(id));
    }

    private static List<Long> fill(long id, long bytes) {
        List<Long> blocks = new ArrayList<>();
        long block = ProgramHeap.malloc(id, bytes);
        while (block > 0) {
            blocks.add(block);
            block = ProgramHeap.malloc(id, bytes);
        }
        assertEquals(Denial.LIMIT, block);
        return blocks;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 16, 100, 1024, 5000, 32 << 10, (32 << 10) + 1, 1 << 20})
    void blocksAreHandedOutAndTakenBack(long bytes) {
        long id = open(NONE);
        long block = ProgramHeap.malloc(id, bytes);
        long other = ProgramHeap.malloc(id, bytes);
        assertTrue(block > 0 && other > 0 && block != other);
        assertTrue(ProgramHeap.usableSize(id, block) >= Math.max(bytes, 1));
        assertEquals(2, HeapFigures.liveBlocks(id));
        assertEquals(2 * ProgramHeap.usableSize(id, block), HeapFigures.liveBytes(id));
        isValid();
        assertEquals(Fault.NONE, ProgramHeap.free(id, block));
        assertEquals(Fault.DOUBLE_FREE, ProgramHeap.free(id, block));
        assertEquals(Fault.NONE, Free.free(other, heap), "a plain free takes it, too");
        assertEquals(Fault.DOUBLE_FREE, Free.free(other, heap));
        assertEquals(0, HeapFigures.liveBlocks(id));
        assertTrue(ProgramHeap.trim(id));
        assertEquals(0, HeapFigures.used(id));
        close(id);
    }

    @Test
    void zeroedAndAlignedBlocks() {
        long id = open(NONE);
        for (long bytes : new long[] {0, 8, 500, 2000, 30_000, 100_000}) {
            long used = ProgramHeap.malloc(id, bytes);
            for (long at = 0; at + 8 <= bytes; at += 8) {
                Memory.putLong(used + at, -1);
            }
            assertEquals(Fault.NONE, ProgramHeap.free(id, used));
            long block = ProgramHeap.calloc(id, 1, bytes);
            for (long at = 0; at + 8 <= bytes; at += 8) {
                assertEquals(0, Memory.getLong(block + at));
            }
        }
        for (long alignment = 1; alignment <= 1 << 21; alignment <<= 1) {
            assertEquals(0, ProgramHeap.alignedAlloc(id, alignment, 100) & alignment - 1);
        }
        assertEquals(Denial.INVALID, ProgramHeap.alignedAlloc(id, 24, 100));
        assertEquals(Denial.INVALID, ProgramHeap.alignedAlloc(id, 0, 100));
        assertEquals(0, ProgramHeap.calloc(id, 1L << 40, 1L << 40));
        assertEquals(0, ProgramHeap.malloc(id, -1));
        close(id);
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 3000, 32 << 10, 100_000})
    void aLimitIsNeverPassed(long bytes) {
        long id = open(2 << 20);
        List<Long> blocks = fill(id, bytes);
        assertTrue(blocks.size() * bytes > 1 << 20, "few: " + blocks.size());
        assertTrue(HeapFigures.used(id) <= 2 << 20);
        isValid();
        for (long block : blocks.subList(0, blocks.size() / 2)) {
            assertEquals(Fault.NONE, ProgramHeap.free(id, block));
        }
        assertTrue(fill(id, bytes).size() >= blocks.size() / 2);
        close(id);
    }

    /** What counts is what is held, so empty spans of other classes and heaps go back first. */
    @Test
    void emptySpansUnderTheLimitAreGivenUpFirst() {
        long parent = open(UNIT);
        long one = openBelow(parent, NONE, 0);
        long two = openBelow(parent, NONE, 0);
        long block = ProgramHeap.malloc(one, 16);
        assertEquals(Denial.LIMIT, ProgramHeap.malloc(two, 16));
        assertEquals(Denial.LIMIT, ProgramHeap.malloc(one, 48));
        assertEquals(Fault.NONE, ProgramHeap.free(one, block));
        assertEquals(UNIT, HeapFigures.used(parent), "its span is still there");
        assertTrue(ProgramHeap.malloc(two, 48) > 0);
        assertEquals(0, HeapFigures.used(one));
        close(parent);
    }

    @Test
    void aLimitHoldsForAllBelowIt() {
        long root = open(4 * UNIT);
        long middle = openBelow(root, 3 * UNIT, 0);
        long leaf = openBelow(middle, NONE, 0);
        assertEquals(3 * UNIT, HeapFigures.headroom(leaf));
        assertEquals(3, fill(leaf, UNIT).size());
        assertEquals(0, HeapFigures.headroom(leaf));
        assertEquals(UNIT, HeapFigures.headroom(root));
        assertEquals(1, fill(root, UNIT).size());
        assertEquals(4 * UNIT, HeapFigures.used(root));
        assertEquals(3 * UNIT, HeapFigures.used(middle));
        isValid();
        close(middle);
        assertEquals(UNIT, HeapFigures.used(root));
        assertEquals(4 * UNIT, HeapFigures.most(root));
        close(root);
    }

    /** The parent has room, the grandparent has not: the parent's books are as before. */
    @Test
    void aRefusedChargeLeavesNoTrace() {
        long root = open(2 * UNIT);
        long middle = openBelow(root, NONE, 0);
        long leaf = openBelow(middle, NONE, 0);
        assertEquals(Denial.LIMIT, ProgramHeap.malloc(leaf, 3 * UNIT));
        for (long id : new long[] {root, middle, leaf}) {
            assertEquals(0, HeapFigures.used(id));
            assertEquals(0, HeapFigures.most(id));
        }
        isValid();
        close(root);
    }

    @Test
    void whatIsReservedIsThereWhateverOthersTake() {
        long root = open(10 * UNIT);
        long kept = openBelow(root, 8 * UNIT, 4 * UNIT);
        assertEquals(4 * UNIT, HeapFigures.used(root));
        assertEquals(6, fill(root, UNIT).size());
        assertEquals(4 * UNIT, HeapFigures.headroom(kept));
        assertEquals(4, fill(kept, UNIT).size());
        assertEquals(10 * UNIT, HeapFigures.used(root));
        assertEquals(Denial.LIMIT, ProgramHeap.open(root, NONE, 1));
        assertEquals(0, HeapFigures.setLimit(root, NONE));
        assertEquals(NONE, HeapFigures.headroom(root));
        assertEquals(4 * UNIT, HeapFigures.headroom(kept));
        isValid();
        close(kept);
        assertEquals(6 * UNIT, HeapFigures.used(root));
        close(root);
    }

    @Test
    void largeBlocksAreChargedByWhatTheyUse() {
        long id = open(NONE);
        long block = ProgramHeap.malloc(id, 5 * UNIT + 1);
        assertEquals(6 * UNIT, HeapFigures.used(id));
        assertEquals(block, ProgramHeap.realloc(id, block, 8 * UNIT));
        assertEquals(8 * UNIT, HeapFigures.used(id));
        assertEquals(block, ProgramHeap.realloc(id, block, 2 * UNIT));
        assertEquals(2 * UNIT, HeapFigures.used(id));
        assertEquals(0, HeapFigures.setLimit(id, 2 * UNIT));
        assertEquals(Denial.LIMIT, ProgramHeap.realloc(id, block, 3 * UNIT));
        assertEquals(2 * UNIT, ProgramHeap.usableSize(id, block));
        isValid();
        assertEquals(Fault.NONE, ProgramHeap.free(id, block));
        assertEquals(0, HeapFigures.used(id));
        assertEquals(8 * UNIT, HeapFigures.most(id));
        close(id);
    }

    @Test
    void aLimitCanBeLoweredBelowWhatIsUsed() {
        long id = open(4 * UNIT);
        List<Long> blocks = fill(id, UNIT);
        assertEquals(0, HeapFigures.setLimit(id, UNIT));
        assertEquals(0, HeapFigures.headroom(id));
        for (long block : blocks.subList(0, 3)) {
            assertEquals(Denial.LIMIT, ProgramHeap.malloc(id, UNIT));
            assertEquals(Fault.NONE, ProgramHeap.free(id, block));
        }
        assertEquals(Denial.LIMIT, ProgramHeap.malloc(id, UNIT));
        assertEquals(Fault.NONE, ProgramHeap.free(id, blocks.get(3)));
        assertTrue(ProgramHeap.malloc(id, UNIT) > 0);
        long child = openBelow(id, UNIT, 0);
        assertEquals(Denial.INVALID, HeapFigures.setLimit(child, -1));
        close(id);
    }

    /** What is charged and not held shows, at the heap and above it. */
    @Test
    void wrongBooksAreFound() {
        long root = open(NONE);
        long account = HeapTree.accountOf(openBelow(root, NONE, 0));
        for (long at : new long[] {account, Account.parent(account)}) {
            Buddy.lockAgain();
            assertTrue(Account.charge(at, UNIT));
            Buddy.unlock();
            assertEquals(Violation.ACCOUNT, Verify.all());
            Buddy.lockAgain();
            Account.credit(at, UNIT);
            Buddy.unlock();
            isValid();
        }
        close(root);
    }

    @Test
    void badNumbersAreRefused() {
        assertEquals(Denial.INVALID, ProgramHeap.open(0, -1, 0));
        assertEquals(Denial.INVALID, ProgramHeap.open(0, UNIT, -1));
        assertEquals(Denial.INVALID, ProgramHeap.open(0, UNIT, UNIT + 1));
        for (long wild : new long[] {0, 1, -1, 1 << 20, 77 << 20, Long.MAX_VALUE, 0xFFFFF}) {
            assertEquals(Denial.CLOSED, ProgramHeap.malloc(wild, 8));
            assertFalse(ProgramHeap.close(wild));
        }
        assertEquals(Denial.CLOSED, ProgramHeap.open(-1, NONE, 0));
    }

    @Test
    void aClosedHeapIsRefusedWhoeverHasItsPlace() {
        long id = open(NONE);
        long block = ProgramHeap.malloc(id, 100);
        close(id);
        long next = 0;
        for (int round = 0; round < 2; round++) {
            assertEquals(Denial.CLOSED, ProgramHeap.malloc(id, 100));
            assertEquals(Denial.CLOSED, ProgramHeap.calloc(id, 1, 100));
            assertEquals(Denial.CLOSED, ProgramHeap.alignedAlloc(id, 64, 100));
            assertEquals(Denial.CLOSED, ProgramHeap.realloc(id, block, 200));
            assertEquals(Denial.CLOSED, ProgramHeap.free(id, block));
            assertEquals(Denial.CLOSED, ProgramHeap.usableSize(id, block));
            assertEquals(Denial.CLOSED, ProgramHeap.open(id, NONE, 0));
            assertEquals(Denial.CLOSED, HeapFigures.used(id));
            assertEquals(Denial.CLOSED, HeapFigures.liveBytes(id));
            assertEquals(Denial.CLOSED, HeapFigures.setLimit(id, 1));
            assertFalse(ProgramHeap.trim(id) || ProgramHeap.isOpen(id) || ProgramHeap.close(id));
            next = round == 0 ? open(NONE) : next;
        }
        assertEquals(id & (1 << 20) - 1, next & (1 << 20) - 1, "not the same place");
        close(next);
    }

    @Test
    void afterACloseEveryBlockIsAFault() {
        long before = Census.liveBlocks(Census.LARGE_CLASS);
        long id = open(NONE);
        long child = openBelow(id, NONE, 0);
        List<Long> blocks = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            blocks.add(ProgramHeap.malloc(i % 2 == 0 ? id : child, 1 + i * 37 % 50_000));
        }
        blocks.subList(0, 500).forEach(block -> assertEquals(Fault.NONE, Free.free(block, heap)));
        close(id);
        assertEquals(before, Census.liveBlocks(Census.LARGE_CLASS));
        assertFalse(ProgramHeap.isOpen(child));
        isValid();
        for (long block : blocks) {
            int fault = Free.free(block, heap);
            assertTrue(fault == Fault.NOT_A_BLOCK || fault == Fault.DOUBLE_FREE);
            assertTrue(Query.usableSize(block) < 0);
        }
    }

    @Test
    void blocksOfOthersAreRefused() {
        long one = open(NONE);
        long two = open(NONE);
        int local = Fault.NOT_A_BLOCK;
        for (long bytes : new long[] {40, 100_000}) {
            long block = ProgramHeap.malloc(one, bytes);
            long plain = Malloc.malloc(bytes, heap);
            assertEquals(local, ProgramHeap.free(two, block));
            assertEquals(local, ProgramHeap.free(two, plain));
            assertEquals(local, ProgramHeap.free(one, block + 16));
            assertEquals(-local, ProgramHeap.realloc(two, block, 10));
            assertEquals(-local, ProgramHeap.usableSize(two, plain));
            assertEquals(Fault.NONE, ProgramHeap.free(one, block));
            free(plain);
        }
        assertEquals(Fault.FOREIGN, ProgramHeap.free(one, 4096));
        assertEquals(Fault.NONE, ProgramHeap.free(one, 0));
        close(one);
        close(two);
    }

    /** A plain realloc leaves a block in its heap, and under its limit. */
    @Test
    void aPlainReallocStaysInTheHeap() {
        long id = open(4 * UNIT);
        long block = ProgramHeap.malloc(id, 100);
        Memory.putLong(block, 77);
        block = Realloc.realloc(block, 3 * UNIT, heap);
        assertEquals(77, Memory.getLong(block));
        assertEquals(1, HeapFigures.liveBlocks(id));
        assertEquals(3 * UNIT, HeapFigures.liveBytes(id));
        assertEquals(0, Realloc.realloc(block, 5 * UNIT, heap));
        block = Realloc.realloc(block, 50, heap);
        assertEquals(77, Memory.getLong(block));
        assertEquals(1, HeapFigures.liveBlocks(id));
        close(id);
        assertNotEquals(Fault.NONE, Free.free(block, heap));
    }

    /** Heaps, accounts and places serve the next: metadata does not grow. */
    @Test
    void openedAndClosedForEver() {
        close(openBelow(open(NONE), NONE, 0));
        int slots = Registry.newest().slot;
        long here = MetaBump.allocate(64);
        for (int i = 0; i < 100_000; i++) {
            long parent = open(NONE);
            long child = openBelow(parent, 4 * UNIT, UNIT);
            assertTrue(ProgramHeap.malloc(child, 1 + i % 2000) > 0);
            assertTrue(ProgramHeap.malloc(parent, 40_000) > 0);
            close(parent);
        }
        assertEquals(64, MetaBump.allocate(64) - here);
        assertTrue(Registry.newest().slot - slots <= 2);
    }

    /** As any other heap's: what is empty goes back by age and at a trim, and is credited. */
    @Test
    void emptySpansGoBackByAgeAndAtATrim() {
        long id = open(NONE);
        for (int round = 0; round < 2; round++) {
            long block = ProgramHeap.malloc(id, 40);
            assertEquals(Fault.NONE, ProgramHeap.free(id, block));
            assertEquals(UNIT, HeapFigures.used(id));
            if (round == 0) {
                for (int pass = 0; pass < 3; pass++) {
                    Decommit.pass();
                }
            } else {
                Idle.release(heap);
            }
            assertEquals(0, HeapFigures.used(id));
        }
        close(id);
    }
}
