package dev.quarry.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.Misuse;
import dev.quarry.MisuseException;
import dev.quarry.Quarry;
import dev.quarry.child.Checks;
import dev.quarry.core.base.Memory;
import dev.quarry.stats.Statistics;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a heap's calls do, and what they refuse. */
class HeapTest {
    private static final int[] SIZES = {0, 1, 16, 100, 5000, 32 << 10, 100_000, 3 << 20};

    private long heldBefore;
    private final Heap heap = Heap.open(HeapOptions.named("test"));

    @BeforeEach
    void countWhatOthersHold() {
        heldBefore = Statistics.take().liveBlocks();
    }

    @AfterEach
    void nothingIsLeft() {
        if (heap.scope().isAlive()) {
            heap.close();
        }
        Checks.atRest(heldBefore);
    }

    @Test
    void blocksOfAllSizes() {
        for (int bytes : SIZES) {
            long block = heap.malloc(bytes);
            assertTrue(heap.usableSize(block) >= bytes);
            assertEquals(heap.usableSize(block), Quarry.usableSize(block));
            fill(block, bytes, 7);
            long other = heap.malloc(bytes);
            assertNotEquals(block, other);
            assertEquals(2, heap.liveBlocks());
            assertEquals(2 * heap.usableSize(block), heap.liveBytes());
            heap.free(block);
            Quarry.free(other);
            assertEquals(0, heap.liveBlocks());
        }
        heap.free(0);
        assertEquals(0, heap.usableSize(0));
    }

    private static void fill(long block, long bytes, int value) {
        for (long at = 0; at < bytes; at++) {
            Memory.putByte(block + at, value);
        }
    }

    private static boolean isFilled(long block, long bytes, int value) {
        for (long at = 0; at < bytes; at++) {
            if (Memory.getByte(block + at) != value) {
                return false;
            }
        }
        return true;
    }

    @Test
    void callocGivesZerosAlsoOfUsedMemory() {
        for (int bytes : SIZES) {
            long used = heap.malloc(bytes);
            fill(used, bytes, 0xAA);
            heap.free(used);
            long block = heap.calloc(bytes, 1);
            assertTrue(isFilled(block, bytes, 0), () -> bytes + " bytes");
            heap.free(block);
        }
    }

    @Test
    void reallocKeepsTheContentAndTheHeap() {
        long block = heap.realloc(0, 10);
        fill(block, 10, 5);
        for (int bytes : SIZES) {
            long kept = Math.min(bytes, 10);
            block = heap.realloc(block, Math.max(bytes, 10));
            assertTrue(isFilled(block, kept, 5));
            block = Quarry.realloc(block, Math.max(bytes, 10) + 1000);
            assertTrue(isFilled(block, kept, 5));
            assertEquals(1, heap.liveBlocks());
        }
        heap.free(block);
    }

    @Test
    void alignedBlocks() {
        for (long alignment = 1; alignment <= 1 << 21; alignment <<= 1) {
            long block = heap.alignedAlloc(alignment, 100);
            assertEquals(0, block & alignment - 1);
            heap.free(block);
        }
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        illegal("negative size: -1", () -> heap.malloc(-1));
        illegal("negative size: -2", () -> heap.calloc(-2, 1));
        illegal("negative size: -3", () -> heap.calloc(1, -3));
        illegal("negative size: -4", () -> heap.realloc(0, -4));
        illegal("negative size: -5", () -> heap.alignedAlloc(16, -5));
        illegal("not a power of two: alignment 24", () -> heap.alignedAlloc(24, 1));
        illegal("not a power of two: alignment 0", () -> heap.alignedAlloc(0, 1));
        illegal("negative size: -6", () -> heap.allocate(-6));
        MemorySegment ofJava = MemorySegment.ofArray(new byte[8]);
        assertThrows(IllegalArgumentException.class, () -> heap.free(ofJava));
    }

    private static void illegal(String message, Executable call) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void wrongAddressesAreRefused() {
        long block = heap.malloc(100);
        heap.free(block);
        misuse(Misuse.DOUBLE_FREE, () -> heap.free(block));
        misuse(Misuse.DOUBLE_FREE, () -> heap.realloc(block, 10));
        misuse(Misuse.DOUBLE_FREE, () -> heap.usableSize(block));
        misuse(Misuse.FOREIGN, () -> heap.free(16));
        misuse(Misuse.FOREIGN, () -> heap.realloc(16, 1));
    }

    /** Another heap's block is none of this one's, small or large. */
    @Test
    void blocksOfOthersAreRefused() {
        try (Heap other = Heap.open(HeapOptions.named("other"))) {
            for (int bytes : new int[] {100, 100_000}) {
                for (long block : new long[] {other.malloc(bytes), Quarry.malloc(bytes)}) {
                    misuse(Misuse.NOT_A_BLOCK, () -> heap.free(block));
                    misuse(Misuse.NOT_A_BLOCK, () -> heap.realloc(block, 1));
                    misuse(Misuse.NOT_A_BLOCK, () -> heap.usableSize(block));
                    Quarry.free(block);
                }
            }
        }
    }

    private static void misuse(Misuse misuse, Executable call) {
        assertEquals(misuse, assertThrows(MisuseException.class, call).misuse());
    }

    @Test
    void closingFreesEverythingAtOnce() {
        long committed = Statistics.take().books().live();
        long[] blocks = new long[3000];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = heap.malloc(i % 7 == 0 ? 40_000 : i);
        }
        heap.close();
        assertEquals(committed, Statistics.take().books().live());
        for (long block : blocks) {
            assertThrows(MisuseException.class, () -> Quarry.free(block));
        }
    }

    @Test
    void aClosedHeapDoesNothing() {
        long block = heap.malloc(10);
        heap.close();
        for (Executable call : List.<Executable>of(
                () -> heap.malloc(1), () -> heap.calloc(1, 1), () -> heap.realloc(0, 1),
                () -> heap.realloc(block, 1), () -> heap.alignedAlloc(64, 1),
                () -> heap.free(block), () -> heap.usableSize(block), () -> heap.allocate(1),
                heap::trim, heap::close, () -> heap.setLimit(1),
                () -> Heap.open(HeapOptions.named("late").within(heap)))) {
            assertEquals(
                    "the heap is closed: test",
                    assertThrows(IllegalStateException.class, call).getMessage());
        }
        assertEquals(0, heap.used() + heap.peak() + heap.limit() + heap.headroom()
                + heap.reservation() + heap.liveBlocks() + heap.liveBytes());
    }

    /** Nor does it once another heap has taken over what it had in the core. */
    @Test
    void aClosedHeapIsNotTheNextOne() {
        heap.close();
        try (Heap next = Heap.open(HeapOptions.named("next"))) {
            long block = next.malloc(10);
            assertThrows(IllegalStateException.class, () -> heap.malloc(1));
            assertThrows(IllegalStateException.class, () -> heap.free(block));
            assertThrows(IllegalStateException.class, heap::close);
            assertEquals(1, next.liveBlocks());
            assertEquals(0, heap.liveBlocks());
        }
    }

    @Test
    void heapsWithinKeepAHeapOpen() {
        Heap child = Heap.open(HeapOptions.named("child").within(heap));
        assertEquals("test/child", child.path());
        assertEquals("test/child", child.toString());
        assertEquals(heap, child.parent());
        assertNull(heap.parent());
        assertEquals(Set.of(child), Set.copyOf(heap.children()));
        assertTrue(Heap.roots().contains(heap));
        IllegalStateException refused =
                assertThrows(IllegalStateException.class, heap::close);
        assertEquals("open within test: [test/child]", refused.getMessage());
        heap.free(heap.malloc(1));
        child.close();
        assertEquals(Set.of(), Set.copyOf(heap.children()));
        heap.close();
        assertTrue(!Heap.roots().contains(heap));
    }

    @Test
    void namesAndOptionsAreChecked() {
        assertThrows(IllegalArgumentException.class, () -> HeapOptions.named("a/b"));
        assertThrows(IllegalArgumentException.class, () -> HeapOptions.named(" "));
        HeapOptions options = HeapOptions.named("a").withLimit(100);
        assertThrows(IllegalArgumentException.class, () -> options.withLimit(-1));
        assertThrows(IllegalArgumentException.class, () -> options.withReservation(1));
        HeapOptions child = options.within(heap);
        assertThrows(IllegalArgumentException.class, () -> child.withReservation(101));
        assertEquals(100, child.withReservation(100).reservation());
    }

    @Test
    void theProcesssHeapStays() {
        Heap process = Heap.process();
        assertEquals(process, Heap.process());
        assertEquals("process", process.path());
        assertEquals(ProcessBudget.read().bytes(), process.limit());
        assertThrows(UnsupportedOperationException.class, process::close);
        try (Heap child = Heap.open(HeapOptions.named("part").within(process))) {
            assertEquals("process/part", child.path());
            child.malloc(100);
            assertTrue(process.used() > 0);
        }
        assertEquals(0, process.used());
    }

    @Test
    void trimGivesEmptyRunsBack() {
        heap.free(heap.malloc(100));
        heap.trim();
        assertEquals(0, heap.used());
        assertTrue(heap.peak() > 0);
    }
}
