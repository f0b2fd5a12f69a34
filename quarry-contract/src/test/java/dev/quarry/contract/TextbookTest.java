package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The textbook's traces, literally. */
class TextbookTest extends RegionContract {
    @Test
    void anArenaOf1024Bytes() {
        Regions.Arena arena = regions.fixedArena(1024);
        long first = arena.allocate(16, 1);
        assertEquals(0, arena.refer(first).offset());
        assertEquals(16, arena.refer(arena.allocate(24, 8)).offset());
        assertEquals(40, arena.refer(arena.allocate(16, 4)).offset());
        assertEquals(56, arena.used());
        assertTrue(arena.reset());
        assertEquals(0, arena.used());
        assertEquals(56, arena.highWater());
        assertNone(Life.ENOMEM, () -> arena.allocate(1025, 1));
        assertTrue(arena.close());
    }

    @Test
    void aPoolOf3Times64Bytes() {
        Regions.Pool pool = regions.fixedPool(64, 3);
        long first = pool.allocate();
        long second = pool.allocate();
        assertEquals(64, second - first);
        assertEquals(128, pool.allocate() - first);
        assertEquals(3, pool.inUse());
        assertNone(Life.ENOMEM, pool::allocate);
        assertEquals(Fault.NONE, pool.free(second));
        assertEquals(2, pool.inUse());
        assertEquals(second, pool.allocate());
        assertEquals(3, pool.inUse());
        assertNone(Life.ENOMEM, pool::allocate);
        assertTrue(pool.close());
    }

    @Test
    void theSecondFreedIsTheNextOut() {
        Regions.Pool pool = regions.fixedPool(64, 3);
        long[] blocks = {pool.allocate(), pool.allocate(), pool.allocate()};
        assertEquals(Fault.NONE, pool.free(blocks[0]));
        assertEquals(Fault.NONE, pool.free(blocks[2]));
        assertEquals(1, pool.inUse());
        assertEquals(blocks[2], pool.allocate());
        assertEquals(blocks[0], pool.allocate());
        assertTrue(pool.close());
    }
}
