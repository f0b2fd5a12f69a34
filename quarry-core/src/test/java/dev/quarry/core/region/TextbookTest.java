package dev.quarry.core.region;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.core.base.Fault;
import dev.quarry.core.owner.Boot;
import org.junit.jupiter.api.Test;

/** The textbook's trace, literally. */
class TextbookTest {
    @Test
    void anArena() {
        Boot.boot();
        BumpArena arena = BumpArena.open(1024, true);
        long first = arena.allocate(16, 1);
        assertEquals(0, arena.offsetOf(first));
        assertEquals(16, arena.allocate(24, 8) - first);
        assertEquals(40, arena.allocate(16, 4) - first);
        assertEquals(56, arena.used());
        arena.reset();
        assertEquals(0, arena.used());
        assertEquals(56, arena.highWater());
        assertEquals(0, arena.allocate(1025, 1));
        assertEquals(1024, arena.capacity());
        arena.close();
    }

    @Test
    void aPool() {
        Boot.boot();
        Pool pool = Pool.open(64, 3, true);
        long first = pool.allocate();
        long second = pool.allocate();
        long third = pool.allocate();
        assertEquals(64, second - first);
        assertEquals(128, third - first);
        assertEquals(3, pool.inUse());
        assertEquals(0, pool.allocate());
        assertEquals(Fault.NONE, pool.free(second));
        assertEquals(2, pool.inUse());
        assertEquals(second, pool.allocate());
        pool.free(first);
        pool.free(second);
        assertEquals(second, pool.allocate());
        pool.close();
    }
}
