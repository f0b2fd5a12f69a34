package dev.quarry.arena;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.Quarry;
import dev.quarry.QuarryAllocator;
import dev.quarry.child.Checks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Segments made from values: the bytes are those the JDK's arena has, and are written once. */
class AllocateFromTest {
    @AfterEach
    void everyBlockIsGivenBack() {
        Quarry.trim();
        Checks.atRest(0);
    }

    private static final MemorySegment POINTED_AT = MemorySegment.ofAddress(0x1234_5678);

    /** Each way to make a segment from values. */
    private static final List<Function<SegmentAllocator, MemorySegment>> WAYS = List.of(
            a -> a.allocateFrom(ValueLayout.JAVA_BYTE, (byte) 1),
            a -> a.allocateFrom(ValueLayout.JAVA_CHAR, 'x'),
            a -> a.allocateFrom(ValueLayout.JAVA_SHORT, (short) 3),
            a -> a.allocateFrom(ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN), 4),
            a -> a.allocateFrom(ValueLayout.JAVA_FLOAT, 5f),
            a -> a.allocateFrom(ValueLayout.JAVA_LONG, 6),
            a -> a.allocateFrom(ValueLayout.JAVA_DOUBLE, 7),
            a -> a.allocateFrom(ValueLayout.ADDRESS, POINTED_AT),
            a -> a.allocateFrom(ValueLayout.JAVA_BYTE, new byte[] {1, 2, 3}),
            a -> a.allocateFrom(ValueLayout.JAVA_CHAR, 'a', 'b', 'c'),
            a -> a.allocateFrom(ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN),
                    new short[] {1, 2, 3}),
            a -> a.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3),
            a -> a.allocateFrom(ValueLayout.JAVA_INT, new int[0]),
            a -> a.allocateFrom(ValueLayout.JAVA_FLOAT, 1, 2, 3),
            a -> a.allocateFrom(ValueLayout.JAVA_LONG, new long[1000]),
            a -> a.allocateFrom(ValueLayout.JAVA_DOUBLE, 1, 2, 3),
            a -> a.allocateFrom(""),
            a -> a.allocateFrom("granite"),
            a -> a.allocateFrom("gräníte \0 \uD83E\uDEA8 \uD800", StandardCharsets.UTF_16LE),
            a -> a.allocateFrom("gräníte", StandardCharsets.UTF_32),
            a -> a.allocateFrom("gräníte", StandardCharsets.US_ASCII),
            a -> a.allocateFrom(ValueLayout.JAVA_INT, MemorySegment.ofArray(new int[] {7, 8, 9}),
                    ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN), 4, 2));

    @OnEachKind
    void theSameBytesAsTheJdkWrites(Kind kind) {
        try (Arena dirty = kind.open()) {
            dirty.allocate(30_000).fill((byte) 0xFF);
        }
        try (Arena reference = Arena.ofConfined(); Arena arena = kind.open()) {
            for (var way : WAYS) {
                MemorySegment segment = way.apply(arena);
                assertArrayEquals(way.apply(reference).toArray(ValueLayout.JAVA_BYTE),
                        segment.toArray(ValueLayout.JAVA_BYTE));
                segment.fill((byte) 0xFF);
            }
        }
    }

    /** Zeroing would be the double work: only allocateUninitialized may be asked. */
    @Test
    void nothingIsZeroedFirst() {
        try (Arena arena = Arena.ofConfined()) {
            QuarryAllocator allocator = new QuarryAllocator() {
                @Override
                public MemorySegment allocateUninitialized(long byteSize, long byteAlignment) {
                    return arena.allocate(byteSize, byteAlignment);
                }

                @Override
                public MemorySegment allocate(long byteSize, long byteAlignment) {
                    throw new AssertionError("zeroed");
                }
            };
            WAYS.forEach(way -> way.apply(allocator));
            assertThrows(AssertionError.class, () -> allocator.allocate(1));
            assertEquals(4, allocator.allocateUninitialized(ValueLayout.JAVA_INT).byteSize());
        }
    }

    @OnEachKind
    void wrongArgumentsAreRefused(Kind kind) {
        ValueLayout.OfInt ints = ValueLayout.JAVA_INT;
        try (Arena arena = kind.open()) {
            MemorySegment source = arena.allocate(ValueLayout.JAVA_LONG, 2);
            Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
            Class<IndexOutOfBoundsException> outside = IndexOutOfBoundsException.class;
            assertThrows(wrong,
                    () -> arena.allocateFrom(ints, source, ValueLayout.JAVA_BYTE, 0, 1));
            assertThrows(wrong, () -> arena.allocateFrom(ints, source.asSlice(1), ints, 0, 1));
            assertThrows(wrong, () -> arena.allocateFrom(ints, source, ints, 1, 1));
            assertThrows(wrong,
                    () -> arena.allocateFrom(ints.withByteAlignment(8), source, ints, 0, 1));
            assertThrows(wrong, () -> arena.allocateFrom(ints, source, ints, 0, Long.MAX_VALUE));
            assertThrows(wrong, () -> arena.allocateFrom(ints, source, ints, 0, -1));
            assertThrows(outside, () -> arena.allocateFrom(ints, source, ints, 16, 1));
            assertThrows(outside, () -> arena.allocateFrom(ints, source, ints, -4, 1));
            MemorySegment onHeap = MemorySegment.ofArray(new int[1]);
            assertThrows(wrong, () -> arena.allocateFrom(ValueLayout.ADDRESS, onHeap));
            Class<NullPointerException> none = NullPointerException.class;
            assertThrows(none, () -> arena.allocateFrom((String) null));
            assertThrows(none, () -> arena.allocateFrom("", (Charset) null));
            assertThrows(none, () -> arena.allocateFrom((ValueLayout.OfInt) null, 1));
            assertThrows(none, () -> arena.allocateFrom(ints, (int[]) null));
            assertThrows(none, () -> arena.allocateFrom(ValueLayout.ADDRESS, (MemorySegment) null));
            assertThrows(none, () -> arena.allocateFrom(ints, null, ints, 0, 1));
            assertThrows(wrong,
                    () -> arena.allocateFrom("", Charset.forName("windows-1252")));
        }
    }

    @OnEachKind
    void aDeadSourceIsRefused(Kind kind) {
        Arena ended = Arena.ofConfined();
        MemorySegment source = ended.allocate(8);
        ended.close();
        try (Arena arena = kind.open()) {
            assertThrows(IllegalStateException.class, () -> arena.allocateFrom(
                    ValueLayout.JAVA_BYTE, source, ValueLayout.JAVA_BYTE, 0, 1));
        }
    }
}
