package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Each use and each misuse of a handle pool has one answer. */
class HandlePoolTest extends RegionContract {
    private static final long GENERATION = 1L << 32;

    private static void assertStale(Regions.Handles pool, long handle) {
        assertEquals(0, pool.get(handle));
    }

    @Test
    void handlesLeadToTheirBlocksAndDieWithThem() {
        Regions.Handles pool = regions.handles(24, 1);
        long[] handles = new long[500];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = pool.allocate();
            Raw.fill(pool.get(handles[i]), pool.blockBytes(), i);
        }
        assertEquals(500, pool.inUse());
        assertEquals(512, pool.capacity());
        assertEquals(32, pool.blockBytes());
        for (int i = 0; i < handles.length; i++) {
            long handle = handles[i];
            assertEquals(0, pool.get(handle) & 15);
            assertEquals(-1, Raw.mismatch(pool.get(handle), pool.blockBytes(), i));
            assertTrue(pool.free(handle));
            assertStale(pool, handle);
            assertNotDone(() -> pool.free(handle));
        }
        assertEquals(0, pool.inUse() + pool.retired());
        assertTrue(pool.close());
    }

    @Test
    void aHandleIsNeverAnothersAgain() {
        Regions.Handles pool = regions.fixedHandles(16, 1);
        long[] stale = new long[100];
        for (int i = 0; i < stale.length; i++) {
            stale[i] = pool.allocate();
            for (int j = 0; j < i; j++) {
                assertNotEquals(stale[j], stale[i]);
                assertStale(pool, stale[j]);
            }
            assertEquals(0, pool.allocate());
            assertEquals(Life.ENOMEM, regions.lastError());
            assertTrue(pool.free(stale[i]));
        }
        assertTrue(pool.close());
    }

    @Test
    void forgedHandlesLeadNowhere() {
        Regions.Handles pool = regions.fixedHandles(16, 10);
        long handle = pool.allocate();
        for (long forged : new long[] {
            0, -1, handle + GENERATION, handle - GENERATION, handle + 1, handle + 10,
            Long.MIN_VALUE, Long.MAX_VALUE, handle | 1L << 31}) {
            if (forged != handle) {
                assertStale(pool, forged);
                assertNotDone(() -> pool.free(forged));
            }
        }
        SplittableRandom random = Seed.random(getClass());
        for (int i = 0; i < 100_000; i++) {
            long forged = random.nextLong() >>> random.nextInt(64);
            assertTrue(forged == handle || pool.get(forged) == 0);
        }
        assertEquals(1, pool.inUse());
        assertTrue(pool.close());
    }

    @Test
    void numbersTooLargeAreRefused() {
        long[][] wrong = {{-1, 1}, {1, -1}, {8, 1L << 31}, {1L << 40, 1L << 20}, {16, 1L << 60}};
        for (long[] numbers : wrong) {
            assertNull(regions.handles(numbers[0], numbers[1]));
            assertEquals(Life.ENOMEM, regions.lastError());
            assertNull(regions.fixedHandles(numbers[0], numbers[1]));
            assertEquals(Life.ENOMEM, regions.lastError());
        }
    }

    @Test
    void aClosedOneSaysSo() {
        Regions.Handles pool = regions.handles(40, 0);
        long handle = pool.allocate();
        assertTrue(pool.close());
        assertNotDone(pool::close);
        assertNotDone(() -> pool.free(handle));
        assertNone(Life.EINVAL, pool::allocate);
        assertStale(pool, handle);
        assertEquals(0, pool.capacity() + pool.inUse() + pool.retired() + pool.blockBytes());
    }
}
