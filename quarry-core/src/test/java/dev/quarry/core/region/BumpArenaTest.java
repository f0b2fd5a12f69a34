package dev.quarry.core.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.verify.Stats;
import dev.quarry.core.verify.Verify;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each use and each misuse of an arena has one answer. */
class BumpArenaTest {
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

    @Test
    void addressesAreAlignedInEveryChunk() {
        BumpArena arena = BumpArena.open(0, false);
        for (int round = 0; round < 40; round++) {
            for (long alignment = 1; alignment <= BumpArena.MAX_ALIGNMENT; alignment <<= 1) {
                long block = arena.allocate(100, alignment);
                assertTrue(block > 0);
                assertEquals(0, block & alignment - 1);
                Memory.putLong(block, alignment);
            }
        }
        assertTrue(arena.capacity() >= arena.used());
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -2, -4096, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 47, 1L << 63, -1025})
    void sizesNearTheEndOfNumbersDoNotWrap(long bytes) {
        for (boolean isFixed : new boolean[] {true, false}) {
            BumpArena arena = BumpArena.open(1024, isFixed);
            arena.allocate(3, 1);
            for (long alignment = 1; alignment <= BumpArena.MAX_ALIGNMENT; alignment <<= 1) {
                assertEquals(0, arena.allocate(bytes, alignment));
            }
            assertEquals(3, arena.used());
            arena.close();
        }
        assertNull(BumpArena.open(bytes, true));
        assertNull(BumpArena.open(bytes, false));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3, 6, -1, -2, 12, Long.MIN_VALUE, 4L << 20, 1L << 40, (1L << 20) + 1})
    void otherAlignmentsAreRefused(long alignment) {
        BumpArena arena = BumpArena.open(4096, true);
        assertEquals(Refusal.ALIGNMENT, arena.allocate(8, alignment));
        assertEquals(Refusal.ALIGNMENT, arena.allocate(-1, alignment));
        assertEquals(0, arena.used());
        arena.close();
    }

    @Test
    void aFixedArenaFillsToItsLastByte() {
        BumpArena arena = BumpArena.open(100, true);
        long first = arena.allocate(60, 1);
        assertEquals(0, arena.allocate(41, 1));
        long last = arena.allocate(40, 1);
        assertEquals(60, last - first);
        assertEquals(0, arena.allocate(1, 1));
        assertEquals(0, arena.allocate(0, 1));
        assertEquals(100, arena.used());
        arena.close();
        BumpArena none = BumpArena.open(0, true);
        assertEquals(0, none.allocate(0, 1));
        none.close();
    }

    @Test
    void emptyBlocksDiffer() {
        BumpArena arena = BumpArena.open(64, true);
        assertNotEquals(arena.allocate(0, 1), arena.allocate(0, 1));
        arena.close();
    }

    @Test
    void aFailureChangesNothing() {
        BumpArena arena = BumpArena.open(0, false);
        arena.allocate(100, 1);
        long used = arena.used();
        long capacity = arena.capacity();
        assertEquals(0, arena.allocate(1L << 45, 1));
        assertEquals(used, arena.used());
        assertEquals(capacity, arena.capacity());
        arena.close();
    }

    @Test
    void chunksAreUsedAgainAfterAReset() {
        BumpArena arena = BumpArena.open(1024, false);
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 1000; i++) {
                assertTrue(arena.allocate(100, 4) > 0);
            }
            arena.reset();
        }
        assertTrue(arena.capacity() < 4 * arena.highWater());
        assertTrue(arena.highWater() >= 100_000);
        assertEquals(0, arena.used());
        arena.close();
    }

    @Test
    void resetsRaiseTheGeneration() {
        BumpArena arena = BumpArena.open(64, true);
        long generation = arena.generation();
        arena.reset();
        assertEquals(generation + 1, arena.generation());
        arena.generation |= Numbers.COUNT - 1;
        arena.reset();
        assertEquals(0, arena.generation() & Numbers.COUNT - 1);
        assertTrue(arena.generation() > generation);
        arena.close();
    }

    @Test
    void aClosedArenaSaysSo() {
        BumpArena arena = BumpArena.open(64, false);
        long block = arena.allocate(8, 8);
        long generation = arena.generation();
        assertTrue(arena.close());
        assertFalse(arena.close());
        assertFalse(arena.isOpen());
        assertEquals(Refusal.CLOSED, arena.allocate(8, 8));
        assertEquals(Refusal.CLOSED, arena.mark());
        assertEquals(Refusal.STALE, arena.rollback(1));
        assertEquals(Refusal.STALE, arena.offsetOf(block));
        assertEquals(0, arena.resolve(0, 1, generation));
        arena.reset();
        assertEquals(0, arena.generation());
        assertEquals(0, arena.capacity() + arena.used() + arena.highWater());
    }

    @Test
    void referencesDieWithTheirGeneration() {
        BumpArena arena = BumpArena.open(256, false);
        BumpArena other = BumpArena.open(256, false);
        other.allocate(200, 1);
        for (int i = 0; i < 100; i++) {
            long block = arena.allocate(40, 8);
            long offset = arena.offsetOf(block);
            long generation = arena.generation();
            assertEquals(block, arena.resolve(offset, 40, generation));
            assertEquals(block + 8, arena.resolve(offset + 8, 32, generation));
            assertEquals(0, arena.resolve(offset, 41, generation));
            assertEquals(0, arena.resolve(offset, -1, generation));
            assertEquals(0, other.resolve(0, 1, generation));
        }
        long generation = arena.generation();
        arena.reset();
        arena.allocate(40, 8);
        assertEquals(0, arena.resolve(0, 1, generation));
        assertEquals(0, arena.resolve(-1, 1, arena.generation()));
        assertNotEquals(0, arena.resolve(0, 1, arena.generation()));
        assertEquals(Refusal.STALE, arena.offsetOf(0));
        assertEquals(Refusal.STALE, arena.offsetOf(-1));
        arena.close();
        other.close();
    }

    @Test
    void theTailOfALeftChunkIsNotInUse() {
        BumpArena arena = BumpArena.open(256, false);
        long block = arena.allocate(200, 1);
        arena.allocate(100, 1);
        assertEquals(Refusal.STALE, arena.offsetOf(block + 200));
        assertEquals(0, arena.resolve(200, 1, arena.generation()));
        assertEquals(300, arena.used());
        arena.close();
    }

    @Test
    void marksAreAStack() {
        BumpArena arena = BumpArena.open(256, false);
        arena.allocate(10, 1);
        long outer = arena.mark();
        assertEquals(outer, arena.mark());
        arena.allocate(1000, 1);
        long inner = arena.mark();
        long block = arena.allocate(10, 1);
        for (int i = 0; i < 3; i++) {
            assertEquals(0, arena.rollback(inner));
            assertEquals(block, arena.allocate(10, 1));
        }
        assertEquals(1020, arena.used());
        assertEquals(0, arena.rollback(outer));
        assertEquals(10, arena.used());
        assertEquals(1020, arena.highWater());
        assertEquals(Refusal.STALE, arena.rollback(inner));
        arena.allocate(5000, 1);
        assertEquals(Refusal.STALE, arena.rollback(inner));
        assertEquals(0, arena.rollback(outer));
        arena.reset();
        assertEquals(Refusal.STALE, arena.rollback(outer));
        assertEquals(Refusal.STALE, arena.rollback(0));
        assertEquals(Refusal.STALE, arena.rollback(-1));
        arena.close();
    }

    @Test
    void marksOfAnotherArenaAreStale() {
        BumpArena one = BumpArena.open(256, true);
        BumpArena two = BumpArena.open(256, true);
        one.allocate(1, 1);
        two.allocate(1, 1);
        two.mark();
        assertEquals(Refusal.STALE, two.rollback(one.mark()));
        assertNotNull(one);
        one.close();
        two.close();
    }

    @Test
    void manyMarksAreFound() {
        BumpArena arena = BumpArena.open(0, false);
        long[] marks = new long[1000];
        for (int i = 0; i < marks.length; i++) {
            marks[i] = arena.mark();
            arena.allocate(100, 1);
        }
        for (int i = marks.length - 1; i >= 0; i -= 7) {
            assertEquals(0, arena.rollback(marks[i]));
            assertEquals(i * 100L, arena.used());
            assertTrue(i == marks.length - 1 || arena.rollback(marks[i + 1]) == Refusal.STALE);
        }
        arena.close();
    }

    @Test
    void markNumbersOutliveTheirDraw() {
        BumpArena arena = BumpArena.open(1024, true);
        arena.nextMark += Numbers.COUNT - 2;
        long before = arena.mark();
        arena.allocate(1, 1);
        long after = arena.mark();
        arena.allocate(1, 1);
        long last = arena.mark();
        assertTrue(after > 0 && last > after && before != after);
        assertEquals(0, arena.rollback(after));
        assertEquals(Refusal.STALE, arena.rollback(last));
        arena.close();
    }
}
