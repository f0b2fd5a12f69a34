package dev.quarry.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.Quarry;
import dev.quarry.child.Checks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

/** Which segments an arena gives, and which requests it refuses. */
class AllocationTest {
    @AfterEach
    void everyBlockIsGivenBack() {
        Quarry.trim();
        Checks.atRest(0);
    }

    private static final long[] SIZES = {0, 1, 7, 8, 15, 16, 17, 100, 2047, 2048, 4096, 40_000,
        1 << 20};

    private static void isZero(MemorySegment segment) {
        MemorySegment zeros = MemorySegment.ofArray(new byte[(int) segment.byteSize()]);
        assertEquals(-1, zeros.mismatch(segment));
    }

    @OnEachKind
    void zeroedHoweverDirtyTheMemoryWas(Kind kind) {
        for (int round = 0; round < 20; round++) {
            try (Arena arena = kind.open()) {
                for (long bytes : SIZES) {
                    MemorySegment segment = arena.allocate(bytes);
                    assertEquals(bytes, segment.byteSize());
                    isZero(segment);
                    segment.fill((byte) 0xFF);
                }
            }
        }
    }

    @OnEachKind
    void apartFromOneAnother(Kind kind) {
        Random random = new Random(7);
        try (Arena arena = kind.open()) {
            List<MemorySegment> segments = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                long bytes = random.nextInt(i % 50 == 0 ? 50_000 : 200);
                MemorySegment segment = arena.allocate(bytes, 1L << random.nextInt(8));
                segment.fill((byte) i);
                segments.add(segment);
            }
            for (int i = 0; i < segments.size(); i++) {
                for (byte b : segments.get(i).toArray(ValueLayout.JAVA_BYTE)) {
                    assertEquals((byte) i, b);
                }
            }
        }
    }

    @OnEachKind
    void emptySegmentsHaveAddressesOfTheirOwn(Kind kind) {
        try (Arena arena = kind.open(); Arena other = kind.open()) {
            Set<Long> addresses = new HashSet<>();
            for (int i = 0; i < 1000; i++) {
                assertTrue(addresses.add(arena.allocate(0).address()));
                assertTrue(addresses.add(other.allocate(0, 1).address()));
                assertTrue(addresses.add(arena.allocate(i % 3 == 0 ? 0 : 16, 16).address()));
            }
            assertFalse(addresses.contains(0L));
        }
    }

    @OnEachKind
    void alignedAsAsked(Kind kind) {
        try (Arena arena = kind.open()) {
            for (long alignment = 1; alignment <= 1 << 21; alignment *= 2) {
                for (long bytes : new long[] {0, 1, 24, 5000}) {
                    MemorySegment segment = arena.allocate(bytes, alignment);
                    assertEquals(0, segment.address() % alignment);
                    assertEquals(bytes, segment.byteSize());
                    isZero(segment);
                }
            }
            MemoryLayout layout = MemoryLayout.sequenceLayout(3, ValueLayout.JAVA_INT);
            assertEquals(0, arena.allocate(layout.withByteAlignment(64)).address() % 64);
            assertEquals(12 * 5, arena.allocate(layout, 5).byteSize());
        }
    }

    @OnEachKind
    void wrongArgumentsAreRefused(Kind kind) {
        try (Arena arena = kind.open()) {
            for (long bytes : new long[] {-1, -16, Long.MIN_VALUE}) {
                refuses(() -> arena.allocate(bytes));
                refuses(() -> arena.allocate(bytes, 8));
                refuses(() -> arena.allocate(ValueLayout.JAVA_BYTE, bytes));
            }
            for (long alignment : new long[] {0, -1, 3, 12, Long.MIN_VALUE, Long.MAX_VALUE}) {
                refuses(() -> arena.allocate(1, alignment));
                refuses(() -> arena.allocate(0, alignment));
            }
            refuses(() -> arena.allocate(ValueLayout.JAVA_LONG, Long.MAX_VALUE));
            refuses(() -> arena.allocate(ValueLayout.JAVA_LONG, Long.MAX_VALUE / 8 + 1));
            isZero(arena.allocate(8));
        }
    }

    private static void refuses(Runnable call) {
        assertThrows(IllegalArgumentException.class, call::run);
    }

    @OnEachKind
    void whatCannotBeMetIsAnError(Kind kind) {
        try (Arena arena = kind.open()) {
            for (long bytes : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 15, 1L << 50}) {
                assertThrows(OutOfMemoryError.class, () -> arena.allocate(bytes));
                assertThrows(OutOfMemoryError.class, () -> arena.allocate(bytes, 4096));
            }
            assertThrows(OutOfMemoryError.class, () -> arena.allocate(1, 1L << 60));
            assertThrows(OutOfMemoryError.class, () -> arena.allocate(8, 1L << 62));
            isZero(arena.allocate(8));
        }
    }

    @OnEachKind
    void segmentsAreNativeWritableAndOfTheArenasScope(Kind kind) {
        try (Arena arena = kind.open()) {
            MemorySegment segment = arena.allocate(64);
            assertTrue(segment.isNative());
            assertFalse(segment.isMapped());
            assertFalse(segment.isReadOnly());
            assertSame(arena.scope(), segment.scope());
            assertSame(arena.scope(), arena.allocate(1 << 20).scope());
            assertSame(arena.scope(), MemorySegment.ofBuffer(segment.asByteBuffer()).scope());
            assertThrows(IndexOutOfBoundsException.class, () -> segment.asSlice(0, 65));
            assertThrows(IndexOutOfBoundsException.class,
                    () -> segment.get(ValueLayout.JAVA_BYTE, 64));
            if (kind.hasOwnScope()) {
                try (Arena other = kind.open()) {
                    assertNotEquals(arena.scope(), other.scope());
                }
            }
        }
    }
}
