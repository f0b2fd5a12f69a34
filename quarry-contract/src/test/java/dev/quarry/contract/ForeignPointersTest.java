package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Addresses that are no block: of others' memory, inside blocks, misaligned. */
class ForeignPointersTest extends Misuse {
    private void assertForeign(long address) {
        assertRefused(Fault.FOREIGN, () -> life.free(address));
        assertRefused(Fault.FOREIGN, () -> assertEquals(0, life.realloc(address, 100)));
        assertRefused(Fault.FOREIGN, () -> assertEquals(0, life.realloc(address, 1 << 20)));
        assertEquals(0, usableSizeOf(address));
    }

    private long usableSizeOf(long address) {
        long before = faultsSoFar();
        long usable = life.usableSize(address);
        expectFaults(faultsSoFar() - before);
        return usable;
    }

    @Test
    void anotherAllocators() {
        try (Arena arena = Arena.ofConfined()) {
            for (long bytes : new long[] {1, 16, 100, 4096, 1 << 20}) {
                MemorySegment segment = arena.allocate(bytes, 16);
                segment.fill((byte) 0x5A);
                assertForeign(segment.address());
                assertForeign(segment.address() + 16);
                assertEquals(-1, segment.mismatch(arena.allocate(bytes).fill((byte) 0x5A)));
            }
        }
    }

    @Test
    void smallNumbersAndNegativeOnes() {
        for (long address = 1; address < 1 << 16; address += 1 + address / 8) {
            assertForeign(address);
            assertForeign(-address);
            assertForeign(Long.MIN_VALUE + address);
            assertForeign(Long.MAX_VALUE - address);
        }
    }

    @Test
    void everyPowerOfTwo() {
        for (int shift = 0; shift < Long.SIZE; shift++) {
            long address = 1L << shift;
            if (!life.owns(address)) {
                assertForeign(address);
            }
        }
    }

    /** The stack, code, data and every other mapping of the process but the allocator's. */
    @Test
    void everyMappingOfTheProcess() throws IOException {
        List<String> mappings = Files.readAllLines(Path.of("/proc/self/maps"));
        for (String mapping : mappings) {
            String[] bounds = mapping.substring(0, mapping.indexOf(' ')).split("-");
            long start = Long.parseUnsignedLong(bounds[0], 16);
            long end = Long.parseUnsignedLong(bounds[1], 16);
            for (long address : new long[] {start, start + 16, start + 4096, end - 16}) {
                if (!life.owns(address)) {
                    assertForeign(address);
                }
            }
        }
    }

    @Test
    void everyAddressInsideASmallBlock() {
        for (long bytes : SIZES) {
            holdNeighbours(bytes);
            long block = blocks.malloc(bytes);
            holdNeighbours(bytes);
            for (long at = 1; at < bytes; at += 1 + at / 64) {
                long inside = block + at;
                assertRefused(Fault.NOT_A_BLOCK, () -> life.free(inside));
            }
            blocks.check();
            assertNoneTwice(bytes);
            blocks.freeAll();
        }
    }

    @Test
    void everyAddressInsideAFreedBlock() {
        for (long bytes : SIZES) {
            holdNeighbours(bytes);
            long block = life.malloc(bytes);
            holdNeighbours(bytes);
            life.free(block);
            for (long at = 1; at < bytes; at += 1 + at / 64) {
                long inside = block + at;
                assertRefused(FREED, () -> life.free(inside));
            }
            assertNoneTwice(bytes);
            blocks.freeAll();
        }
    }

    /** A unit in it may have been the start of another block, freed since. */
    @Test
    void insideALargeBlock() {
        for (long bytes : new long[] {33_000, LARGE_BYTES, 5 << 20}) {
            long block = blocks.malloc(bytes);
            for (long at = 1; at < bytes; at += 1 + at / 2) {
                long inside = block + at;
                assertRefused(FREED, () -> life.free(inside));
                assertRefused(FREED, () -> life.realloc(inside, 100));
            }
            for (long unit = block + (1 << 16); unit < block + bytes; unit += 1 << 16) {
                long inside = unit;
                assertRefused(FREED, () -> life.free(inside));
                assertEquals(0, usableSizeOf(inside));
            }
            blocks.check();
            for (int i = 0; i < 10; i++) {
                blocks.malloc(bytes);
            }
            blocks.freeAll();
        }
    }

    @Test
    void reallocAndUsableSizeOfAnInside() {
        for (long bytes : SIZES) {
            long block = blocks.malloc(bytes);
            for (long at = 1; at < bytes; at += 1 + at / 4) {
                long inside = block + at;
                assertRefused(
                        Fault.NOT_A_BLOCK, () -> assertEquals(0, life.realloc(inside, bytes)));
                assertEquals(0, usableSizeOf(inside));
            }
            blocks.check();
        }
    }

    /** Another thread learns it as early as the owner would, and leaves nothing for its drain. */
    @Test
    void fromAnotherThread() {
        try (Lane other = new Lane()) {
            for (long bytes : SIZES) {
                long block = blocks.malloc(bytes);
                for (long at = 1; at < bytes; at += 1 + at / 2) {
                    long inside = block + at;
                    assertRefused(
                            Fault.NOT_A_BLOCK, () -> other.run(() -> life.free(inside)));
                }
                long foreign = 0xBAD0_BAD0L;
                assertRefused(Fault.FOREIGN, () -> other.run(() -> life.free(foreign)));
                assertNoneTwice(bytes);
            }
        }
    }
}
