package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A write after free, or past a block's end into a freed neighbour, meets nothing of the
 * allocator's: free blocks hold no links and no keys, so there is nothing to forge. Whatever is
 * written, no address of the writer's choice is handed out, no block twice, and none is lost.
 */
class WriteAfterFreeTest extends Misuse {
    private static final int COUNT = 200;
    private static final int WORDS_WRITTEN = 2;

    /** What stands where the test's bait lies, to be found as it was. */
    private static final byte BAIT = 0x42;

    /** Every second of them is held: a write into a span given back would be another matter. */
    private long[] freeEverySecond(long bytes) {
        long[] taken = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            blocks.malloc(bytes);
            taken[i] = life.malloc(bytes);
        }
        blocks.malloc(bytes);
        freeEach(taken);
        return taken;
    }

    /** Frees blocks of a size, writes over each, and takes more than all of them again. */
    private void overwrite(long bytes, LongUnaryOperator written) {
        long[] freed = freeEverySecond(bytes);
        for (long block : freed) {
            for (int word = 0; word < WORDS_WRITTEN; word++) {
                Raw.putLong(block + 8 * word, written.applyAsLong(block));
            }
        }
        assertAllComeBack(bytes, freed);
    }

    private void assertAllComeBack(long bytes, long[] freed) {
        for (int i = 0; i < 3 * COUNT; i++) {
            blocks.malloc(bytes);
        }
        blocks.check();
        for (long block : freed) {
            assertTrue(blocks.holds(block), "a block that was written to is lost");
        }
        assertEquals(0, faultsSoFar());
        blocks.freeAll();
    }

    @Test
    void withConstants() {
        for (long bytes : SIZES) {
            for (long value : new long[] {0, -1, 1, 16, 0xDDDD_DDDD_DDDD_DDDDL, Long.MIN_VALUE}) {
                overwrite(bytes, block -> value);
            }
        }
    }

    @Test
    void withRandomBits() {
        var random = Seed.random(getClass());
        for (long bytes : SIZES) {
            overwrite(bytes, block -> random.nextLong());
        }
    }

    /** An address that could be written to: nothing must be handed out there. */
    @Test
    void withTheAddressOfAnothersMemory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bait = arena.allocate(1 << 16, 4096).fill(BAIT);
            for (long bytes : SIZES) {
                overwrite(bytes, block -> bait.address());
            }
            assertEquals(-1, bait.mismatch(arena.allocate(1 << 16).fill(BAIT)));
        }
    }

    @Test
    void withTheAddressOfABlockInUse() {
        for (long bytes : SIZES) {
            long held = blocks.malloc(bytes);
            overwrite(bytes, block -> held);
        }
    }

    @Test
    void withTheBlocksOwnAddress() {
        for (long bytes : SIZES) {
            overwrite(bytes, block -> block);
            overwrite(bytes, block -> block + 16);
        }
    }

    /** Each names the neighbour: a chain of real blocks, in an order the allocator did not make. */
    @Test
    void withTheAddressOfTheNeighbour() {
        for (long bytes : SIZES) {
            overwrite(bytes, block -> block + bytes);
            overwrite(bytes, block -> block - bytes);
        }
    }

    /** The overflow of G4: the end of a block in use runs into the freed block after it. */
    @Test
    void byAnOverflowFromTheNeighbour() {
        for (long bytes : SIZES) {
            long[] freed = freeEverySecond(bytes);
            for (long block : freed) {
                if (blocks.holds(block - bytes)) {
                    Raw.set(block - 4, 20, 0x41);
                    blocks.rewrite(block - bytes);
                }
            }
            assertAllComeBack(bytes, freed);
        }
    }
}
