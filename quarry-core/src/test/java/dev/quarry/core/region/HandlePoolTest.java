package dev.quarry.core.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.verify.Stats;
import dev.quarry.core.verify.Verify;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handle gives its block while it is held, and nothing ever after. */
class HandlePoolTest {
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
    @ValueSource(longs = {0, 1, 2, 3, 1000})
    void blocksAreDistinctInEverySlab(long count) {
        HandlePool pool = HandlePool.open(24, count, false);
        long[] handles = new long[5000];
        Set<Long> addresses = new HashSet<>();
        for (int i = 0; i < handles.length; i++) {
            handles[i] = pool.allocate();
            long address = pool.resolve(handles[i]);
            assertEquals(0, address & 15);
            assertTrue(addresses.add(address));
            Memory.putLong(address, handles[i]);
            Memory.putLong(address + 24, -1);
        }
        for (long handle : handles) {
            assertEquals(handle, Memory.getLong(pool.resolve(handle)));
        }
        assertTrue(pool.isValid());
        for (long handle : handles) {
            assertEquals(0, pool.free(handle));
            assertEquals(0, pool.resolve(handle));
            assertEquals(Refusal.STALE, pool.free(handle));
        }
        assertEquals(0, pool.inUse());
        assertTrue(pool.isValid());
        pool.close();
    }

    @Test
    void staleAndForgedHandlesGiveNothing() {
        HandlePool pool = HandlePool.open(16, 8, true);
        long stale = pool.allocate();
        pool.free(stale);
        long handle = pool.allocate();
        assertEquals((int) stale, (int) handle);
        long index = handle & 0xFFFFFFFFL;
        for (long generation = 0; generation < 1000; generation++) {
            long forged = generation << 32 | index;
            assertEquals(forged == handle, pool.resolve(forged) != 0);
        }
        long[] forged = {0, -1, 1, handle + 1, handle ^ 1L << 31, handle ^ 1L << 32, ~handle,
            stale, handle & 0xFFFFFFFFL, Long.MIN_VALUE, Long.MAX_VALUE};
        for (long wrong : forged) {
            assertEquals(0, pool.resolve(wrong), Long.toHexString(wrong));
            assertEquals(Refusal.STALE, pool.free(wrong), Long.toHexString(wrong));
        }
        assertEquals(1, pool.inUse());
        pool.free(handle);
        // What a free slot's own word would say of itself is no handle.
        for (long word = 0; word < 8; word++) {
            assertEquals(0, pool.resolve(Memory.getLong(pool.words)));
            assertEquals(0, pool.resolve(Memory.getLong(pool.words) & ~HandlePool.FREE));
        }
        pool.close();
    }

    @Test
    void handlesOfAnotherPoolAreForeign() {
        HandlePool one = HandlePool.open(16, 8, true);
        HandlePool two = HandlePool.open(16, 8, true);
        long handle = one.allocate();
        two.allocate();
        assertEquals(0, two.resolve(handle));
        one.close();
        two.close();
    }

    @Test
    void aFullPoolGivesZero() {
        HandlePool pool = HandlePool.open(16, 2, true);
        long handle = pool.allocate();
        assertNotEquals(0, pool.allocate());
        assertEquals(0, pool.allocate());
        pool.free(handle);
        assertNotEquals(0, pool.allocate());
        assertEquals(2, pool.inUse());
        assertEquals(2, pool.capacity());
        pool.close();
    }

    @Test
    void aSlotIsRetiredBeforeItsGenerationWraps() {
        HandlePool pool = HandlePool.open(16, 1, true);
        pool.free(pool.allocate());
        assertTrue(pool.seed(1));
        long old = pool.allocate();
        assertEquals(1L << 32, old);
        pool.free(old);
        assertTrue(pool.seed(HandlePool.LAST_GENERATION - 1));
        pool.free(pool.allocate());
        long last = pool.allocate();
        assertEquals(HandlePool.LAST_GENERATION, last >>> 32);
        assertNotEquals(0, pool.resolve(last));
        assertEquals(0, pool.free(last));
        assertEquals(1, pool.retired());
        assertEquals(0, pool.allocate());
        assertEquals(0, pool.resolve(old));
        assertEquals(0, pool.resolve(last));
        assertEquals(Refusal.STALE, pool.free(last));
        assertFalse(pool.seed(1));
        assertTrue(pool.isValid());
        pool.close();
    }

    @Test
    void aPoolGrowsPastRetiredSlots() {
        HandlePool pool = HandlePool.open(16, 1, false);
        pool.free(pool.allocate());
        assertTrue(pool.seed(HandlePool.LAST_GENERATION));
        pool.free(pool.allocate());
        long handle = pool.allocate();
        assertEquals(1, (int) handle);
        assertEquals(2, pool.capacity());
        assertTrue(pool.isValid());
        pool.close();
    }

    @Test
    void numbersTooLargeAreRefused() {
        assertNull(HandlePool.open(-1, 1, true));
        assertNull(HandlePool.open(1, -1, false));
        assertNull(HandlePool.open(16, 1L << 31, true));
        assertNull(HandlePool.open(1L << 33, 1L << 20, true));
    }

    @Test
    void aClosedPoolSaysSo() {
        HandlePool pool = HandlePool.open(16, 2, false);
        long handle = pool.allocate();
        assertTrue(pool.close());
        assertFalse(pool.close());
        assertEquals(0, pool.resolve(handle));
        assertEquals(Refusal.STALE, pool.free(handle));
        assertEquals(Refusal.CLOSED, pool.allocate());
        assertEquals(0, pool.capacity() + pool.inUse() + pool.retired());
        HandlePool none = HandlePool.open(16, 0, true);
        assertEquals(0, none.allocate());
        none.close();
    }
}
