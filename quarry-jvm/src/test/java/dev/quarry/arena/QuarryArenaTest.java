package dev.quarry.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.Quarry;
import dev.quarry.QuarryAllocator;
import dev.quarry.QuarryArena;
import dev.quarry.child.Checks;
import dev.quarry.core.verify.Stats;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What only Quarry's arenas do, and what becomes of their memory. */
class QuarryArenaTest {
    @AfterEach
    void everyBlockIsGivenBack() {
        Quarry.trim();
        Checks.atRest(0);
    }

    static List<Supplier<QuarryArena>> arenas() {
        return List.of(Quarry::confinedArena, Quarry::longLivedArena, Quarry::sharedArena);
    }

    private static long liveBlocks() {
        assertTrue(Stats.collect());
        return Stats.liveBlocks;
    }

    @ParameterizedTest
    @MethodSource("arenas")
    void uninitializedSegments(Supplier<QuarryArena> opener) {
        try (QuarryArena arena = opener.get()) {
            MemorySegment segment = arena.allocateUninitialized(100, 64);
            assertEquals(100, segment.byteSize());
            assertEquals(0, segment.address() % 64);
            assertEquals(8, arena.allocateUninitialized(ValueLayout.JAVA_LONG).byteSize());
            Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
            assertThrows(wrong, () -> arena.allocateUninitialized(-1, 1));
            assertThrows(wrong, () -> arena.allocateUninitialized(1, 3));
            OutOfNativeMemoryError error = assertThrows(OutOfNativeMemoryError.class,
                    () -> arena.allocateUninitialized(Long.MAX_VALUE, 1));
            assertEquals(Long.MAX_VALUE, error.bytes());
        }
    }

    /** A closed arena's memory serves the next, so nothing has been written over it. */
    @Test
    void uninitializedMeansNotWritten() {
        try (QuarryArena arena = Quarry.confinedArena()) {
            arena.allocate(1000).fill((byte) 0x5A);
        }
        try (QuarryArena arena = Quarry.confinedArena()) {
            MemorySegment segment = arena.allocateUninitialized(1000, 1);
            assertEquals(0x5A, segment.get(ValueLayout.JAVA_BYTE, 500));
            assertEquals(0, arena.allocate(1000).get(ValueLayout.JAVA_BYTE, 500));
        }
    }

    @Test
    void alignedTo16AtLeast() {
        for (var opener : arenas()) {
            try (QuarryArena arena = opener.get()) {
                for (int bytes = 0; bytes < 50; bytes++) {
                    assertEquals(0, arena.allocate(bytes).address() % 16);
                }
            }
        }
    }

    @Test
    void closingGivesEveryBlockBack() {
        for (Supplier<QuarryArena> opener
                : List.<Supplier<QuarryArena>>of(Quarry::confinedArena, Quarry::longLivedArena)) {
            opener.get().close();
            long before = liveBlocks();
            QuarryArena arena = opener.get();
            for (int i = 0; i < 500; i++) {
                arena.allocate(i * i % 5000, 1L << i % 10);
            }
            arena.allocate(3 << 20);
            assertTrue(liveBlocks() > before + 3);
            arena.close();
            assertEquals(before, liveBlocks());
        }
    }

    /** Whatever is refused, nothing is lost: what fails comes before what changes. */
    @Test
    void refusedRequestsLoseNothing() {
        long before = liveBlocks();
        QuarryArena arena = Quarry.confinedArena();
        assertThrows(OutOfNativeMemoryError.class, () -> arena.allocate(1L << 45));
        assertThrows(IllegalArgumentException.class, () -> arena.allocate(8, 7));
        arena.close();
        assertThrows(IllegalStateException.class, () -> arena.allocate(1 << 20));
        assertEquals(before, liveBlocks());
    }

    @Test
    void segmentsThatAreBlocks() {
        QuarryAllocator allocator = Quarry.allocator();
        long before = liveBlocks();
        MemorySegment text = allocator.allocateFrom("granite");
        MemorySegment page = allocator.allocate(4096, 4096);
        MemorySegment raw = allocator.allocateUninitialized(10, 1);
        MemorySegment empty = allocator.allocate(0);
        assertEquals("granite", text.getString(0));
        assertEquals(0, page.address() % 4096);
        assertEquals(0, page.get(ValueLayout.JAVA_LONG, 4088));
        assertNotEquals(raw.address(), empty.address());
        assertEquals(before + 4, liveBlocks());
        Elsewhere.run(() -> text.set(ValueLayout.JAVA_BYTE, 0, (byte) 'G'));
        for (MemorySegment block : List.of(text, page, raw, empty)) {
            Quarry.free(block);
        }
        assertEquals(before, liveBlocks());
        assertThrows(IllegalArgumentException.class, () -> allocator.allocate(-1));
        assertThrows(IllegalArgumentException.class, () -> allocator.allocate(1, 3));
        assertThrows(OutOfNativeMemoryError.class, () -> allocator.allocate(Long.MAX_VALUE, 1));
    }

    @Test
    void virtualThreadsHaveArenasToo() throws Exception {
        Thread.ofVirtual().start(() -> {
            try (QuarryArena arena = Quarry.confinedArena()) {
                MemorySegment segment = arena.allocateFrom("granite");
                Thread.yield();
                assertEquals("granite", segment.getString(0));
            }
        }).join();
    }
}
