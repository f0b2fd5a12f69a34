package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A block freed twice by the thread that allocated it. */
class DoubleFreeTest extends Misuse {
    @Test
    void atOnceInEveryClass() {
        for (long bytes = 0; bytes <= 32 << 10; bytes += 1 + bytes / 5) {
            holdNeighbours(bytes);
            long block = life.malloc(bytes);
            holdNeighbours(bytes);
            life.free(block);
            assertRefused(Fault.DOUBLE_FREE, () -> life.free(block));
            assertRefused(Fault.DOUBLE_FREE, () -> life.free(block));
            assertNoneTwice(bytes);
            blocks.freeAll();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 16, 20, 200, 400})
    void afterOthersWereFreed(int others) {
        for (long bytes : SIZES) {
            holdNeighbours(bytes);
            long block = life.malloc(bytes);
            long[] between = take(others, bytes);
            holdNeighbours(bytes);
            life.free(block);
            freeEach(between);
            assertRefused(FREED, () -> life.free(block));
            assertNoneTwice(bytes);
            blocks.freeAll();
        }
    }

    /** Frees and allocations of other sizes in between, the block resting deep in its list. */
    @ParameterizedTest
    @ValueSource(ints = {20, 200, 400})
    void afterOtherOperations(int operations) {
        for (long bytes : SIZES) {
            holdNeighbours(bytes);
            long block = life.malloc(bytes);
            freeEach(take(50, bytes));
            life.free(block);
            for (int i = 0; i < operations; i++) {
                life.free(life.malloc(bytes == 1024 ? 2048 : 1024));
            }
            assertRefused(FREED, () -> life.free(block));
            assertNoneTwice(bytes);
            blocks.freeAll();
        }
    }

    @Test
    void allOfManyForwardsAndBackwards() {
        for (long bytes : SIZES) {
            holdNeighbours(bytes);
            long[] taken = take(200, bytes);
            holdNeighbours(bytes);
            freeEach(taken);
            for (long block : taken) {
                assertRefused(FREED, () -> life.free(block));
            }
            for (int i = taken.length - 1; i >= 0; i--) {
                long block = taken[i];
                assertRefused(FREED, () -> life.free(block));
            }
            assertNoneTwice(bytes);
            blocks.freeAll();
        }
    }

    /** Whatever a careless user leaves in it, the freed block is known by other means. */
    @Test
    void afterAWriteToTheFreedBlock() {
        for (long bytes : SIZES) {
            for (int value : new int[] {0, 0xFF, 0xDD, 0x01}) {
                holdNeighbours(bytes);
                long block = life.malloc(bytes);
                holdNeighbours(bytes);
                long[] others = take(4, bytes);
                freeEach(others);
                life.free(block);
                long link = Raw.getLong(block);
                long key = Raw.getLong(block + 8);
                Raw.set(block, bytes, value);
                assertRefused(Fault.DOUBLE_FREE, () -> life.free(block));
                Raw.putLong(block, link);
                Raw.putLong(block + 8, key);
                assertNoneTwice(bytes);
                blocks.freeAll();
            }
        }
    }

    @Test
    void ofAnAlignedBlock() {
        for (long alignment = 32; alignment <= 1 << 20; alignment *= 2) {
            holdNeighbours(alignment);
            long block = life.alignedAlloc(alignment, 100);
            life.free(block);
            assertRefused(FREED, () -> life.free(block));
            assertNoneTwice(100);
            blocks.freeAll();
        }
    }

    @Test
    void ofALargeBlock() {
        for (long bytes : new long[] {33_000, LARGE_BYTES, 5 << 20}) {
            blocks.malloc(bytes);
            long block = life.malloc(bytes);
            blocks.malloc(bytes);
            life.free(block);
            assertRefused(FREED, () -> life.free(block));
            assertRefused(FREED, () -> life.free(block));
            for (int i = 0; i < 10; i++) {
                blocks.malloc(bytes);
            }
            blocks.check();
            blocks.freeAll();
        }
    }

    /** Others of its size in between, so that the run may have merged or moved to a cache. */
    @Test
    void ofALargeBlockAmongOthers() {
        long[] taken = take(8, LARGE_BYTES);
        freeEach(taken);
        for (long block : taken) {
            assertRefused(FREED, () -> life.free(block));
        }
        life.trim();
        for (long block : taken) {
            assertRefused(FREED, () -> life.free(block));
        }
        for (int i = 0; i < 20; i++) {
            blocks.malloc(LARGE_BYTES);
        }
        blocks.check();
    }

    @Test
    void byReallocAndUsableSize() {
        for (long bytes : SIZES) {
            holdNeighbours(bytes);
            long block = life.malloc(bytes);
            holdNeighbours(bytes);
            life.free(block);
            assertRefused(Fault.DOUBLE_FREE, () -> assertEquals(0, life.realloc(block, 100)));
            assertRefused(Fault.DOUBLE_FREE, () -> assertEquals(0, life.realloc(block, 1 << 20)));
            assertNoneTwice(bytes);
            blocks.freeAll();
        }
    }

    @Test
    void ofABlockThatReallocMoved() {
        holdNeighbours(1000);
        long block = life.malloc(1000);
        long moved = life.realloc(block, 100_000);
        assertRefused(FREED, () -> life.free(block));
        assertRefused(FREED, () -> life.realloc(block, 5));
        life.free(moved);
        assertRefused(FREED, () -> life.free(moved));
    }

    /** A block freed, handed out and freed again is no fault, however often. */
    @Test
    void notOfABlockHandedOutAgain() {
        for (long bytes : SIZES) {
            for (int i = 0; i < 1000; i++) {
                life.free(life.malloc(bytes));
            }
        }
        assertEquals(0, faultsSoFar());
    }
}
