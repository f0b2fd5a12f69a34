package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.base.Memory;
import dev.quarry.core.verify.Verify;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the face adds to the core: exceptions, segments, arguments. */
class QuarryTest {
    @AfterEach
    void structuresAreValid() {
        assertEquals(0, Verify.all(), () -> "at " + Long.toHexString(Verify.where()));
    }

    @Test
    void misuseNamesAddressAndReason() {
        long block = Quarry.malloc(40);
        assertEquals(48, Quarry.usableSize(block));
        assertEquals(Misuse.NOT_A_BLOCK, misuseOf(block + 16).misuse());
        Quarry.free(block, 40);
        MisuseException twice = misuseOf(block);
        assertEquals(Misuse.DOUBLE_FREE, twice.misuse());
        assertEquals(block, twice.address());
        assertTrue(twice.getMessage().contains(Long.toHexString(block)), twice.getMessage());
        assertEquals(Misuse.FOREIGN, misuseOf(12345).misuse());
    }

    private static MisuseException misuseOf(long address) {
        return assertThrows(MisuseException.class, () -> Quarry.free(address));
    }

    @Test
    void badArgumentsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Quarry.malloc(-1));
        assertThrows(IllegalArgumentException.class, () -> Quarry.calloc(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> Quarry.calloc(1, -1));
        assertThrows(IllegalArgumentException.class, () -> Quarry.alignedAlloc(48, 1));
        assertThrows(IllegalArgumentException.class, () -> Quarry.alignedAlloc(0, 1));
        assertThrows(IllegalArgumentException.class, () -> Quarry.alignedAlloc(-16, 1));
        assertThrows(OutOfNativeMemoryError.class, () -> Quarry.malloc(1L << 62));
        OutOfNativeMemoryError error =
                assertThrows(OutOfNativeMemoryError.class, () -> Quarry.calloc(1L << 40, 1L << 40));
        assertEquals(Long.MAX_VALUE, error.bytes());
    }

    @Test
    void reallocKeepsTheOldBlockWhenItFails() {
        long block = Quarry.malloc(100);
        Memory.putLong(block, 42);
        assertThrows(OutOfNativeMemoryError.class, () -> Quarry.realloc(block, 1L << 50));
        assertThrows(IllegalArgumentException.class, () -> Quarry.realloc(block, -1));
        assertEquals(42, Memory.getLong(block));
        long smallest = Quarry.realloc(block, 0);
        Quarry.free(smallest);
        assertThrows(MisuseException.class, () -> Quarry.realloc(smallest, 8));
    }

    @Test
    void sizedFreeRefusesAnotherSize() {
        long block = Quarry.malloc(40);
        MisuseException wrong =
                assertThrows(MisuseException.class, () -> Quarry.free(block, 100));
        assertEquals(Misuse.WRONG_SIZE, wrong.misuse());
        Quarry.free(block, 40);
    }

    @Test
    void segmentsAreZeroedAndFreedByTheirBase() {
        long dirty = Quarry.malloc(1000);
        Memory.putLong(dirty, -1);
        Quarry.free(dirty);
        MemorySegment segment = Quarry.allocate(1000);
        assertEquals(1000, segment.byteSize());
        assertEquals(0, segment.get(ValueLayout.JAVA_LONG, 0));
        assertThrows(
                IndexOutOfBoundsException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 1000));
        assertThrows(MisuseException.class, () -> Quarry.free(segment.asSlice(16)));
        Quarry.free(segment);
        MemorySegment aligned = Quarry.allocate(10, 4096);
        assertEquals(0, aligned.address() % 4096);
        Quarry.free(aligned);
        MemorySegment heap = MemorySegment.ofArray(new long[1]);
        assertThrows(IllegalArgumentException.class, () -> Quarry.free(heap));
        MemorySegment foreign = Arena.ofAuto().allocate(16);
        assertThrows(MisuseException.class, () -> Quarry.free(foreign));
    }

    @Test
    void ownershipNeverFaults() {
        long block = Quarry.malloc(1);
        assertTrue(Quarry.owns(block));
        assertFalse(Quarry.owns(0));
        assertFalse(Quarry.owns(-1));
        assertFalse(Quarry.owns(Long.MIN_VALUE));
        long other = Quarry.malloc(1);
        assertNotEquals(block, other);
        Quarry.free(other);
        Quarry.free(block);
        assertEquals(0, Quarry.usableSize(0));
    }
}
