package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each use and each misuse of an arena has one answer. */
class ArenaTest extends RegionContract {
    private static final long MAX_ALIGNMENT = 2 << 20;

    @Test
    void theAddressIsAlignedInEveryChunk() {
        Regions.Arena arena = regions.arena(0);
        for (long alignment = 1; alignment <= MAX_ALIGNMENT; alignment <<= 1) {
            for (int i = 0; i < 50; i++) {
                long block = arena.allocate(100, alignment);
                assertNotEquals(0, block);
                assertEquals(0, block & alignment - 1, "alignment " + alignment);
                Raw.fill(block, 100, i);
            }
        }
        assertTrue(arena.close());
    }

    @Test
    void sizeZeroTakesOneByte() {
        Regions.Arena arena = regions.fixedArena(2);
        long first = arena.allocate(0, 1);
        assertEquals(1, arena.allocate(0, 1) - first);
        assertNone(Life.ENOMEM, () -> arena.allocate(0, 1));
        assertTrue(arena.close());
    }

    @Test
    void zeroedBytesAreZero() {
        Regions.Arena arena = regions.arena(100);
        Raw.set(arena.allocate(1000, 1), 1000, 0xAA);
        assertTrue(arena.reset());
        assertEquals(-1, Raw.firstNonZero(arena.allocateZeroed(1000, 1), 1000));
        assertTrue(arena.close());
    }

    @Test
    void aFixedOneHasItsCapacityAndNotMore() {
        Regions.Arena arena = regions.fixedArena(1000);
        assertNotEquals(0, arena.allocate(1000, 1));
        assertNone(Life.ENOMEM, () -> arena.allocate(1, 1));
        assertEquals(1000, arena.used());
        assertEquals(1000, arena.capacity());
        assertTrue(arena.reset());
        assertNotEquals(0, arena.allocate(1000, 1));
        assertTrue(arena.close());
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -4096, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 47})
    void hugeSizesDoNotWrapRound(long bytes) {
        Regions.Arena arena = regions.arena(0);
        long before = arena.used();
        assertNone(Life.ENOMEM, () -> arena.allocate(bytes, 1));
        assertNone(Life.ENOMEM, () -> arena.allocate(bytes, MAX_ALIGNMENT));
        assertNone(Life.ENOMEM, () -> arena.allocateZeroed(bytes, 1));
        assertEquals(before, arena.used());
        assertTrue(arena.close());
        assertNull(regions.arena(bytes));
        assertEquals(Life.ENOMEM, regions.lastError());
        assertNull(regions.fixedArena(bytes));
        assertEquals(Life.ENOMEM, regions.lastError());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3, 48, 4 << 20, -1, -16, Long.MIN_VALUE, Long.MAX_VALUE})
    void wrongAlignmentsAreRefused(long alignment) {
        Regions.Arena arena = regions.arena(0);
        assertNone(Life.EINVAL, () -> arena.allocate(8, alignment));
        assertNone(Life.EINVAL, () -> arena.allocateZeroed(8, alignment));
        assertEquals(0, arena.used());
        assertTrue(arena.close());
    }

    @Test
    void marksAreAStack() {
        Regions.Arena arena = regions.arena(256);
        Regions.Arena other = regions.arena(256);
        long outer = arena.mark();
        assertEquals(outer, arena.mark());
        long block = arena.allocate(1000, 8);
        long inner = arena.mark();
        arena.allocate(10, 1);
        assertNotDone(() -> other.rollback(inner));
        assertNotDone(() -> arena.rollback(0));
        assertTrue(arena.rollback(inner));
        assertEquals(1000, arena.used());
        assertTrue(arena.rollback(outer));
        assertEquals(0, arena.used());
        assertNotDone(() -> arena.rollback(inner));
        assertEquals(block, arena.allocate(1000, 8));
        assertTrue(arena.rollback(outer));
        assertTrue(arena.reset());
        assertNotDone(() -> arena.rollback(outer));
        assertTrue(arena.close() && other.close());
    }

    @Test
    void referencesEndWithTheirGeneration() {
        Regions.Arena arena = regions.arena(256);
        Regions.Arena other = regions.arena(256);
        long block = arena.allocate(1000, 8);
        other.allocate(2000, 8);
        Regions.Reference reference = arena.refer(block + 8);
        assertEquals(block + 8, arena.get(reference, 992));
        assertNone(Life.EINVAL, () -> arena.get(reference, 993));
        assertNone(Life.EINVAL, () -> other.get(reference, 1));
        assertNull(other.refer(block));
        assertEquals(Life.EINVAL, regions.lastError());
        long generation = arena.generation();
        assertTrue(arena.reset());
        assertEquals(generation + 1, arena.generation());
        assertNull(arena.refer(block));
        arena.allocate(1000, 8);
        assertNone(Life.EINVAL, () -> arena.get(reference, 1));
        assertTrue(arena.close() && other.close());
    }

    @Test
    void whatWasRolledBackIsNotInUse() {
        Regions.Arena arena = regions.arena(256);
        long mark = arena.mark();
        Regions.Reference reference = arena.refer(arena.allocate(100, 4));
        assertTrue(arena.rollback(mark));
        assertNone(Life.EINVAL, () -> arena.get(reference, 1));
        assertTrue(arena.close());
    }

    @Test
    void aClosedOneSaysSo() {
        Regions.Arena arena = regions.arena(100);
        long mark = arena.mark();
        Regions.Reference reference = arena.refer(arena.allocate(8, 8));
        assertTrue(arena.close());
        assertNotDone(arena::close);
        assertNotDone(arena::reset);
        assertNotDone(() -> arena.rollback(mark));
        assertNone(Life.EINVAL, () -> arena.allocate(8, 8));
        assertNone(Life.EINVAL, arena::mark);
        assertNone(Life.EINVAL, () -> arena.get(reference, 8));
        assertEquals(0, arena.used() + arena.capacity() + arena.highWater() + arena.generation());
    }
}
