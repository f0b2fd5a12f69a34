package dev.quarry.region;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.OutOfNativeMemoryError;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the face adds to the core: segments with a scope, exceptions, one owner. */
class BumpArenaTest {
    @Test
    void theTextbookTrace() {
        try (BumpArena arena = BumpArena.fixed(1024)) {
            long first = arena.allocateAddress(16, 1);
            assertEquals(16, arena.allocateAddress(24, 8) - first);
            assertEquals(40, arena.allocateAddress(16, 4) - first);
            assertEquals(56, arena.used());
            arena.reset();
            assertEquals(0, arena.used());
            assertEquals(56, arena.highWater());
            assertEquals(0, arena.tryAllocateAddress(1025, 1));
            RegionFullException full = assertThrows(
                    RegionFullException.class, () -> arena.allocateAddress(1025, 1));
            assertEquals(1025, full.bytes());
            assertThrows(RegionFullException.class, () -> arena.allocate(1025));
        }
    }

    @Test
    void aResetKillsSegments() {
        try (BumpArena arena = BumpArena.growing()) {
            MemorySegment early = arena.allocate(ValueLayout.JAVA_LONG);
            MemorySegment inAnotherChunk = arena.allocate(1 << 20, 4096);
            MemorySegment late = arena.allocate(8, 8);
            late.set(ValueLayout.JAVA_LONG, 0, 42);
            arena.reset();
            for (MemorySegment dead : new MemorySegment[] {early, inAnotherChunk, late}) {
                assertFalse(dead.scope().isAlive());
                assertThrows(IllegalStateException.class,
                        () -> dead.get(ValueLayout.JAVA_BYTE, 0));
                assertThrows(IllegalStateException.class,
                        () -> dead.set(ValueLayout.JAVA_BYTE, 0, (byte) 1));
            }
            MemorySegment next = arena.allocate(8, 8);
            assertEquals(early.address(), next.address());
            assertEquals(0, next.get(ValueLayout.JAVA_LONG, 0));
        }
    }

    @Test
    void segmentsAreZeroedUnlessAskedOtherwise() {
        try (BumpArena arena = BumpArena.fixed(4096)) {
            arena.allocate(4096, 1).fill((byte) -1);
            arena.reset();
            MemorySegment dirty = arena.allocateUninitialized(8, 1);
            assertNotEquals(0, dirty.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
            MemorySegment clean = arena.allocate(100, 1);
            for (byte b : clean.toArray(ValueLayout.JAVA_BYTE)) {
                assertEquals(0, b);
            }
        }
    }

    @Test
    void segmentAllocatorsMethodsWork() {
        try (BumpArena arena = BumpArena.growing(100)) {
            assertEquals("Grüße", arena.allocateFrom("Grüße").getString(0));
            int[] numbers = {1, 2, 3};
            assertArrayEquals(numbers, arena.allocateFrom(ValueLayout.JAVA_INT, numbers)
                    .toArray(ValueLayout.JAVA_INT));
            MemorySegment none = arena.allocate(0);
            assertEquals(0, none.byteSize());
            assertNotEquals(none.address(), arena.allocate(0).address());
            MemorySegment array = arena.allocate(ValueLayout.JAVA_DOUBLE, 1000);
            assertEquals(8000, array.byteSize());
            assertEquals(0, array.address() % 8);
            assertThrows(IndexOutOfBoundsException.class,
                    () -> array.get(ValueLayout.JAVA_BYTE, 8000));
            assertEquals(7, arena.allocateFrom(ValueLayout.JAVA_INT, 7)
                    .get(ValueLayout.JAVA_INT, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 3, 4L << 20, Long.MIN_VALUE})
    void otherAlignmentsAreRefused(long alignment) {
        try (BumpArena arena = BumpArena.growing()) {
            assertThrows(IllegalArgumentException.class, () -> arena.allocate(8, alignment));
            assertEquals(0, arena.used());
        }
    }

    @Test
    void badSizesAreRefused() {
        try (BumpArena arena = BumpArena.growing()) {
            assertThrows(IllegalArgumentException.class, () -> arena.allocate(-1, 1));
            assertThrows(OutOfNativeMemoryError.class, () -> arena.allocate(Long.MAX_VALUE, 1));
            assertThrows(OutOfMemoryError.class, () -> arena.allocate(1L << 60, 1));
        }
        assertThrows(IllegalArgumentException.class, () -> BumpArena.fixed(-1));
        assertThrows(OutOfNativeMemoryError.class, () -> BumpArena.fixed(1L << 50));
    }

    @Test
    void marksAndReferences() {
        try (BumpArena arena = BumpArena.growing(); BumpArena other = BumpArena.growing()) {
            long outer = arena.mark();
            long block = arena.allocateAddress(100, 8);
            BumpArena.Reference reference = arena.refer(block);
            long inner = arena.mark();
            arena.allocateAddress(50, 1);
            assertEquals(block, arena.address(reference, 100));
            assertEquals(100, arena.get(reference, 100).byteSize());
            assertNull(other.get(reference, 1));
            assertThrows(StaleException.class, () -> other.rollback(inner));
            arena.rollback(inner);
            assertEquals(100, arena.used());
            arena.rollback(outer);
            assertThrows(StaleException.class, () -> arena.rollback(inner));
            assertEquals(0, arena.address(reference, 1));
            assertThrows(IllegalArgumentException.class, () -> arena.refer(block));
            long generation = arena.generation();
            arena.reset();
            assertTrue(arena.generation() > generation);
            assertEquals(block, arena.allocateAddress(100, 8));
            assertNull(arena.get(reference, 1));
            assertThrows(StaleException.class, () -> arena.rollback(outer));
        }
    }

    @Test
    void aClosedArenaSaysSo() {
        BumpArena arena = BumpArena.growing();
        MemorySegment segment = arena.allocate(8);
        arena.close();
        assertFalse(arena.isOpen());
        assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
        Executable[] calls = {
            arena::close, arena::reset, arena::mark, () -> arena.allocate(8),
            () -> arena.tryAllocateAddress(8, 8), () -> arena.rollback(1), () -> arena.refer(1),
            () -> arena.address(new BumpArena.Reference(0, 1), 1)};
        for (Executable call : calls) {
            assertThrows(IllegalStateException.class, call);
        }
        assertEquals(0, arena.capacity() + arena.generation());
    }

    @Test
    void anotherThreadIsRefused() {
        try (BumpArena arena = BumpArena.growing()) {
            MemorySegment segment = arena.allocate(8);
            Runnable[] calls = {
                arena::close, arena::reset, arena::mark, arena::used, () -> arena.allocate(8),
                () -> segment.get(ValueLayout.JAVA_BYTE, 0)};
            for (Runnable call : calls) {
                CompletionException thrown = assertThrows(CompletionException.class,
                        () -> CompletableFuture.runAsync(call).join());
                assertEquals(WrongThreadException.class, thrown.getCause().getClass());
            }
        }
    }
}
