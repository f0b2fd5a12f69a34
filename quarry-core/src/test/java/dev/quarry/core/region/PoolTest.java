package dev.quarry.core.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.span.Salt;
import dev.quarry.core.verify.Stats;
import dev.quarry.core.verify.Verify;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each use and each misuse of a pool has one answer. */
class PoolTest {
    private long liveBefore;

    @BeforeEach
    void countBlocks() {
        assertTrue(Boot.boot());
        assertTrue(Stats.collect());
        liveBefore = Stats.liveBlocks;
    }

    @AfterEach
    void nothingIsLeftBehind() {
        assertTrue(Stats.collect());
        assertEquals(liveBefore, Stats.liveBlocks);
        assertEquals(0, Verify.all());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 8, 16, 17, 100, 5000, 100_000})
    void blocksAreAlignedAndDistinct(long bytes) {
        Pool pool = Pool.open(bytes, 0, false);
        Set<Long> blocks = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            long block = pool.allocate();
            assertEquals(0, block & 15);
            assertTrue(blocks.add(block));
            Memory.putLong(block, -1);
            Memory.putLong(block + pool.blockBytes() - 8, -1);
        }
        assertEquals(300, pool.inUse());
        assertTrue(pool.isValid());
        for (long block : blocks) {
            assertEquals(Fault.NONE, pool.free(block));
        }
        assertEquals(0, pool.inUse());
        assertTrue(pool.isValid());
        assertTrue(pool.close());
    }

    @Test
    void wrongFreesAreRefused() {
        Pool pool = Pool.open(48, 4, false);
        Pool other = Pool.open(48, 4, true);
        long[] blocks = new long[20];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = pool.allocate();
        }
        long foreign = other.allocate();
        for (long block : blocks) {
            assertEquals(Fault.NOT_A_BLOCK, pool.free(block + 16));
            assertEquals(Fault.NOT_A_BLOCK, pool.free(block + 1));
            assertEquals(Fault.NONE, pool.free(block));
            assertEquals(Fault.DOUBLE_FREE, pool.free(block));
            assertFalse(pool.holds(block));
        }
        assertEquals(Fault.FOREIGN, pool.free(foreign));
        assertEquals(Fault.FOREIGN, pool.free(-1));
        assertEquals(Fault.FOREIGN, pool.free(8));
        assertEquals(Fault.NONE, pool.free(0));
        assertEquals(Fault.NOT_A_BLOCK, other.free(foreign + 48));
        assertEquals(0, pool.inUse());
        assertTrue(pool.isValid());
        pool.close();
        other.close();
    }

    @Test
    void anOverwrittenLinkLosesNothing() {
        Pool pool = Pool.open(32, 10, false);
        long[] blocks = new long[25];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = pool.allocate();
        }
        for (int i = 0; i < blocks.length; i++) {
            pool.free(blocks[i * 2 % blocks.length]);
        }
        // The odd ones begin at blocks[1], which holds the link to the even ones.
        Memory.putLong(blocks[1], blocks[3]);
        Set<Long> again = new HashSet<>();
        for (int i = 0; i < blocks.length; i++) {
            assertTrue(again.add(pool.allocate()));
        }
        for (long block : blocks) {
            assertTrue(again.contains(block));
        }
        assertTrue(pool.isValid());
        pool.close();
    }

    @Test
    void aForgedLinkToABlockInUseIsNotFollowed() {
        Pool pool = Pool.open(32, 4, true);
        long held = pool.allocate();
        long one = pool.allocate();
        pool.allocate();
        long two = pool.allocate();
        pool.free(one);
        pool.free(two);
        // With the secret known, the link of two could lead to the block in use.
        Memory.putLong(two, Salt.encode(two, held));
        assertEquals(two, pool.allocate());
        assertEquals(one, pool.allocate());
        assertEquals(0, pool.allocate());
        pool.close();
    }

    @Test
    void aResetTakesAllBlocksBack() {
        Pool pool = Pool.open(48, 4, false);
        long[] blocks = new long[60];
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < blocks.length; i++) {
                long block = pool.allocate();
                assertTrue(round == 0 || block == blocks[i]);
                blocks[i] = block;
            }
            assertTrue(pool.isValid());
            pool.free(blocks[7]);
            long capacity = pool.capacity();
            pool.reset();
            assertEquals(0, pool.inUse());
            assertEquals(capacity, pool.capacity());
            assertTrue(pool.isValid());
            for (long block : blocks) {
                assertEquals(Fault.NOT_A_BLOCK, pool.free(block));
            }
        }
        assertEquals(blocks[0], pool.allocate());
        assertEquals(Fault.NOT_A_BLOCK, pool.free(blocks[1]));
        assertEquals(Fault.NONE, pool.free(blocks[0]));
        assertEquals(Fault.DOUBLE_FREE, pool.free(blocks[0]));
        pool.close();
        pool.reset();
        assertFalse(pool.isOpen());
    }

    @Test
    void numbersTooLargeAreRefused() {
        assertNull(Pool.open(-1, 1, true));
        assertNull(Pool.open(1, -1, true));
        assertNull(Pool.open(1L << 33, 1L << 33, true));
        assertNull(Pool.open(16, 1L << 60, false));
        assertNull(Pool.open(Long.MIN_VALUE, 2, false));
        assertNull(Pool.open(1L << 39, 1L << 2, true));
    }

    @Test
    void aClosedPoolSaysSo() {
        Pool pool = Pool.open(32, 3, false);
        long block = pool.allocate();
        assertTrue(pool.close());
        assertFalse(pool.close());
        assertEquals(Refusal.CLOSED, pool.allocate());
        assertEquals(Fault.FOREIGN, pool.free(block));
        assertEquals(0, pool.capacity() + pool.inUse() + pool.blockBytes());
        assertTrue(pool.isValid());
        Pool none = Pool.open(32, 0, true);
        assertEquals(0, none.allocate());
        none.close();
    }
}
