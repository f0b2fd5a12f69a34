package dev.quarry.core.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.Mutant;
import dev.quarry.core.base.Fault;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.MagazineSizes;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.SizeClasses;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refill and flush have the effect of as many single operations; bulk comes and goes. */
class MagazineTest extends CoreTest {
    private static final int BYTES = 64;
    private static final int CLASS = SizeClasses.classOf(BYTES);

    private Magazine magazine() {
        return heap.magazine(CLASS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 118, 119, 120, 1143, 1144, 5000})
    void countsAreExactAroundEachCapacity(int count) {
        long before = live(CLASS);
        long[] blocks = blocks(count, BYTES);
        assertEquals(count, distinct(blocks));
        assertEquals(before + count, live(CLASS));
        isValid();
        free(blocks);
        assertEquals(before, live(CLASS));
    }

    private static int distinct(long[] blocks) {
        Set<Long> seen = new HashSet<>();
        Arrays.stream(blocks).forEach(seen::add);
        assertFalse(seen.contains(0L));
        return seen.size();
    }

    @Test
    void lastFreedIsFirstOut() {
        long[] blocks = blocks(10, BYTES);
        free(blocks);
        for (int i = blocks.length - 1; i >= 0; i--) {
            assertEquals(blocks[i], Malloc.malloc(BYTES, heap));
        }
        free(blocks);
    }

    @Test
    void freshBlocksComeInTheOrderOfTheirAddresses() {
        Heap fresh = Registry.claim();
        long previous = Malloc.malloc(BYTES, fresh);
        long first = previous;
        for (int i = 1; i < 8; i++) {
            long next = Malloc.malloc(BYTES, fresh);
            assertEquals(previous + BYTES, next);
            previous = next;
        }
        for (long block = first; block <= previous; block += BYTES) {
            assertEquals(Fault.NONE, Free.free(block, fresh));
        }
        Registry.release(fresh);
    }

    @Test
    void bulkBeginsAfterThreeRefillsAndEndsWithAnOverflow() {
        int taken = 0;
        long[] blocks = new long[2000];
        while (magazine().refillCount < 3) {
            assertFalse(magazine().isInBulk());
            blocks[taken++] = Malloc.malloc(BYTES, heap);
        }
        assertTrue(magazine().isInBulk());
        assertEquals(taken, live(CLASS) - liveElsewhere(taken));
        while (taken < blocks.length) {
            blocks[taken++] = Malloc.malloc(BYTES, heap);
        }
        assertEquals(Magazine.MAX_CAPACITY, magazine().capacity());
        int freed = 0;
        while (magazine().isInBulk()) {
            free(blocks[freed++]);
        }
        assertTrue(freed <= Magazine.MAX_CAPACITY + 1, "freed " + freed);
        assertEquals(1, magazine().count(), "an overflow in bulk gives everything back");
        isValid();
        free(Arrays.copyOfRange(blocks, freed, blocks.length));
    }

    private long liveElsewhere(int own) {
        return live(CLASS) - own;
    }

    @Test
    void aBlockFreedElsewhereComesBackAcrossChangesOfBulk() {
        Heap other = Registry.claim();
        long before = live(CLASS);
        for (int round = 0; round < 20; round++) {
            long[] blocks = blocks(300, BYTES);
            assertEquals(Fault.NONE, Free.free(blocks[round], other));
            free(Arrays.copyOfRange(blocks, 0, round));
            free(Arrays.copyOfRange(blocks, round + 1, blocks.length));
            assertEquals(before, live(CLASS));
            isValid();
        }
        Registry.release(other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void bulkCanBeBuiltOut(String state) throws Exception {
        assertEquals(0, Mutant.runWith("-Dquarry.bulk=" + state, BulkUses.class));
    }

    @Test
    void whatAHeapsMagazinesHoldIsBoundedInBytes() {
        Random random = new Random(42);
        for (int round = 0; round < 400; round++) {
            int bytes = 1 + random.nextInt((int) SizeClasses.MAX_BYTES);
            free(blocks(1 + random.nextInt(200), bytes));
            assertTrue(heldBytes() <= Config.magazineBytesPerHeap, "holds " + heldBytes());
        }
        assertEquals(
                Config.magazineBytesPerHeap, MagazineSizes.capacityBytes(heap) + heap.magazineRoom);
        Trim.trim(heap);
        assertEquals(0, heldBytes());
    }

    private long heldBytes() {
        long bytes = 0;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            Magazine magazine = heap.magazine(sizeClass);
            bytes += magazine.count() * SizeClasses.blockBytes(sizeClass);
        }
        return bytes;
    }
}
