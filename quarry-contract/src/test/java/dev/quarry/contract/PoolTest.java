package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each use and each misuse of a pool has one answer. */
class PoolTest extends RegionContract {
    private void assertRefused(Fault fault, Regions.Pool pool, long block) {
        expectFaults(1);
        long before = life.faultCount(fault);
        long inUse = pool.inUse();
        assertEquals(fault, pool.free(block));
        assertEquals(before + 1, life.faultCount(fault));
        assertEquals(inUse, pool.inUse());
    }

    private static long[] take(Regions.Pool pool, int count) {
        long[] blocks = new long[count];
        for (int i = 0; i < count; i++) {
            blocks[i] = pool.allocate();
            assertNotEquals(0, blocks[i]);
            Raw.fill(blocks[i], pool.blockBytes(), i);
        }
        return blocks;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 8, 16, 17, 100, 5000, 100_000})
    void blocksAreAlignedAndDoNotOverlap(long bytes) {
        Regions.Pool pool = regions.pool(bytes, 0);
        assertEquals(0, pool.blockBytes() % 16);
        assertTrue(pool.blockBytes() >= Math.max(bytes, 1));
        long[] blocks = take(pool, 300);
        for (int i = 0; i < blocks.length; i++) {
            assertEquals(0, blocks[i] & 15);
            assertEquals(-1, Raw.mismatch(blocks[i], pool.blockBytes(), i));
            assertEquals(Fault.NONE, pool.free(blocks[i]));
        }
        assertEquals(0, pool.inUse());
        assertTrue(pool.close());
    }

    /** Freed in rising order, in falling order, and every other one before the rest. */
    @ParameterizedTest
    @ValueSource(ints = {1, 99, 2, 7})
    void theLastFreedIsTheNextOut(int step) {
        Regions.Pool pool = regions.pool(24, 10);
        long[] blocks = take(pool, 100);
        long[] freed = new long[100];
        boolean[] isFree = new boolean[100];
        int at = 0;
        for (int i = 0; i < freed.length; i++) {
            while (isFree[at]) {
                at = (at + 1) % 100;
            }
            isFree[at] = true;
            freed[i] = blocks[at];
            assertEquals(Fault.NONE, pool.free(freed[i]));
            at = (at + step) % 100;
        }
        for (int i = freed.length - 1; i >= 0; i--) {
            assertEquals(freed[i], pool.allocate());
        }
        assertEquals(100, pool.inUse());
        assertTrue(pool.close());
    }

    @Test
    void wrongFreesAreRefused() {
        Regions.Pool pool = regions.pool(48, 4);
        Regions.Pool other = regions.fixedPool(48, 4);
        long[] blocks = take(pool, 20);
        long foreign = other.allocate();
        for (long block : blocks) {
            assertRefused(Fault.NOT_A_BLOCK, pool, block + 16);
            assertRefused(Fault.NOT_A_BLOCK, pool, block + 1);
            assertEquals(Fault.NONE, pool.free(block));
            assertRefused(Fault.DOUBLE_FREE, pool, block);
        }
        assertRefused(Fault.DOUBLE_FREE, pool, blocks[0]);
        for (long address : new long[] {foreign, -1, 8, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertRefused(Fault.FOREIGN, pool, address);
        }
        assertRefused(Fault.NOT_A_BLOCK, other, foreign + 48);
        assertEquals(Fault.NONE, pool.free(0));
        assertEquals(blocks[19], pool.allocate());
        assertTrue(pool.close() && other.close());
    }

    @Test
    void aWrongFreeDisturbsNothing() {
        Regions.Pool pool = regions.fixedPool(16, 50);
        long[] blocks = take(pool, 50);
        for (int i = 0; i < 50; i += 3) {
            assertEquals(Fault.NONE, pool.free(blocks[i]));
            assertRefused(Fault.DOUBLE_FREE, pool, blocks[i]);
            assertRefused(Fault.DOUBLE_FREE, pool, blocks[0]);
        }
        Set<Long> again = new HashSet<>();
        for (long block = pool.allocate(); block != 0; block = pool.allocate()) {
            assertTrue(again.add(block));
        }
        assertEquals(17, again.size());
        assertTrue(pool.close());
    }

    /** What is written to freed blocks leads nowhere, and no block is lost. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void overwrittenFreeBlocksLoseNothing(int step) {
        Regions.Pool pool = regions.fixedPool(32, 40);
        long[] blocks = take(pool, 40);
        Set<Long> freed = new HashSet<>();
        for (int i = 0; i < 40; i += step) {
            assertEquals(Fault.NONE, pool.free(blocks[i]));
            freed.add(blocks[i]);
        }
        freed.forEach(block -> Raw.set(block, 32, 0x41));
        Set<Long> again = new HashSet<>();
        long corrupt = life.faultCount(Fault.CORRUPT_LINK);
        for (long block = pool.allocate(); block != 0; block = pool.allocate()) {
            again.add(block);
        }
        assertEquals(freed, again);
        expectFaults(life.faultCount(Fault.CORRUPT_LINK) - corrupt);
        assertTrue(step == 1 || life.faultCount(Fault.CORRUPT_LINK) > corrupt);
        assertEquals(40, pool.inUse());
        assertTrue(pool.close());
    }

    @Test
    void aResetTakesAllBack() {
        Regions.Pool pool = regions.pool(48, 4);
        long[] blocks = take(pool, 60);
        pool.free(blocks[7]);
        long capacity = pool.capacity();
        assertTrue(pool.reset());
        assertEquals(0, pool.inUse());
        assertEquals(capacity, pool.capacity());
        assertEquals(blocks[0], pool.allocate());
        assertRefused(Fault.NOT_A_BLOCK, pool, blocks[1]);
        assertEquals(Fault.NONE, pool.free(blocks[0]));
        assertRefused(Fault.DOUBLE_FREE, pool, blocks[0]);
        assertTrue(pool.close());
    }

    @Test
    void numbersTooLargeAreRefused() {
        long[][] wrong = {
            {-1, 1}, {1, -1}, {1L << 33, 1L << 33}, {16, 1L << 60}, {Long.MIN_VALUE, 2},
            {1L << 39, 1L << 2}};
        for (long[] numbers : wrong) {
            assertNull(regions.pool(numbers[0], numbers[1]));
            assertEquals(Life.ENOMEM, regions.lastError());
            assertNull(regions.fixedPool(numbers[0], numbers[1]));
            assertEquals(Life.ENOMEM, regions.lastError());
        }
    }

    @Test
    void aClosedOneSaysSo() {
        Regions.Pool pool = regions.pool(32, 3);
        long block = pool.allocate();
        assertTrue(pool.close());
        assertNotDone(pool::close);
        assertNotDone(pool::reset);
        assertNone(Life.EINVAL, pool::allocate);
        long before = faultsSoFar();
        assertEquals(Fault.FOREIGN, pool.free(block));
        expectFaults(faultsSoFar() - before);
        assertEquals(0, pool.capacity() + pool.inUse() + pool.blockBytes());
    }
}
