package dev.quarry.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.Misuse;
import dev.quarry.MisuseException;
import dev.quarry.OutOfNativeMemoryError;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What the face adds to the core: segments with a scope, exceptions, one owner. */
class PoolsTest {
    private static void isRefusedElsewhere(Runnable call) {
        CompletionException thrown = assertThrows(
                CompletionException.class, () -> CompletableFuture.runAsync(call).join());
        assertEquals(WrongThreadException.class, thrown.getCause().getClass());
    }

    @Test
    void theTextbookTrace() {
        try (Pool pool = Pool.fixed(64, 3)) {
            long first = pool.allocate();
            long second = pool.allocate();
            assertEquals(64, second - first);
            assertEquals(128, pool.allocate() - first);
            assertEquals(3, pool.inUse());
            assertEquals(0, pool.tryAllocate());
            assertThrows(RegionFullException.class, pool::allocate);
            pool.free(second);
            assertEquals(2, pool.inUse());
            assertEquals(second, pool.allocate());
        }
    }

    @Test
    void wrongFreesNameTheReason() {
        try (Pool pool = Pool.growing(24, 2)) {
            MemorySegment segment = pool.allocateSegment();
            assertEquals(24, segment.byteSize());
            assertEquals(Misuse.NOT_A_BLOCK, misuse(pool, segment.address() + 16));
            assertEquals(Misuse.FOREIGN, misuse(pool, 4096));
            pool.free(segment);
            assertEquals(Misuse.DOUBLE_FREE, misuse(pool, segment.address()));
            pool.free(0);
            MemorySegment heap = MemorySegment.ofArray(new long[1]);
            assertThrows(IllegalArgumentException.class, () -> pool.free(heap));
            isRefusedElsewhere(pool::tryAllocate);
            isRefusedElsewhere(() -> pool.free(1));
            isRefusedElsewhere(pool::close);
        }
    }

    private static Misuse misuse(Pool pool, long block) {
        return assertThrows(MisuseException.class, () -> pool.free(block)).misuse();
    }

    @Test
    void aResetKillsSegments() {
        try (Pool pool = Pool.growing(24, 2)) {
            MemorySegment segment = pool.allocateSegment();
            pool.reset();
            assertEquals(0, pool.inUse());
            assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(segment.address(), pool.allocate());
        }
    }

    @Test
    void aClosedPoolSaysSo() {
        Pool pool = Pool.growing(100, 0);
        MemorySegment segment = pool.allocateSegment();
        pool.close();
        assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
        assertThrows(IllegalStateException.class, pool::close);
        assertThrows(IllegalStateException.class, pool::allocate);
        assertThrows(IllegalStateException.class, pool::reset);
        assertThrows(IllegalStateException.class, () -> pool.free(segment.address()));
        assertEquals(0, pool.capacity() + pool.inUse());
    }

    @Test
    void badNumbersAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Pool.fixed(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> Pool.fixed(1, -1));
        assertThrows(OutOfNativeMemoryError.class, () -> Pool.fixed(1L << 40, 1L << 40));
        assertThrows(IllegalArgumentException.class, () -> HandlePool.growing(8, -1));
        OutOfNativeMemoryError error = assertThrows(
                OutOfNativeMemoryError.class, () -> HandlePool.fixed(8, 1L << 31));
        assertEquals(1L << 34, error.bytes());
    }

    @Test
    void handlesDieWithTheirBlocks() {
        try (HandlePool pool = HandlePool.fixed(40, 1)) {
            long stale = pool.allocate();
            assertEquals(40, pool.get(stale).byteSize());
            assertEquals(pool.address(stale), pool.get(stale).address());
            assertEquals(0, pool.tryAllocate());
            assertThrows(RegionFullException.class, pool::allocate);
            pool.free(stale);
            long handle = pool.allocate();
            assertNotEquals(stale, handle);
            assertNull(pool.get(stale));
            assertNull(pool.get(0));
            assertEquals(0, pool.address(-1));
            assertThrows(StaleException.class, () -> pool.free(stale));
            assertEquals(1, pool.inUse());
            assertEquals(0, pool.retired());
            isRefusedElsewhere(() -> pool.address(handle));
            isRefusedElsewhere(pool::close);
        }
    }

    @Test
    void aClosedHandlePoolSaysSo() {
        HandlePool pool = HandlePool.growing(40, 0);
        long handle = pool.allocate();
        MemorySegment segment = pool.get(handle);
        pool.close();
        assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
        assertThrows(IllegalStateException.class, pool::close);
        assertThrows(IllegalStateException.class, pool::allocate);
        assertThrows(IllegalStateException.class, () -> pool.free(handle));
        assertNull(pool.get(handle));
        assertEquals(0, pool.capacity());
    }
}
