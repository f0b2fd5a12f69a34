package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Blocks of more than a buddy run, 1 GiB. Few of their pages are touched. Comes last: what is open
 * once stays open, and every check walks over it.
 */
@Order(Integer.MAX_VALUE)
class HugeBlocksTest extends Contract {
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;

    /** Two words at each multiple of 512 MiB. */
    private static void mark(long block, long bytes) {
        for (long at = 0; at + 16 <= bytes; at += GIB / 2) {
            Raw.putLong(block + at, at ^ 0x5EED);
            Raw.putLong(block + at + 8, ~at);
        }
    }

    private static void assertMarked(long block, long bytes) {
        for (long at = 0; at + 16 <= bytes; at += GIB / 2) {
            assertEquals(at ^ 0x5EED, Raw.getLong(block + at));
            assertEquals(~at, Raw.getLong(block + at + 8));
        }
    }

    private long take(long bytes) {
        long block = life.malloc(bytes);
        assertTrue(block != 0, () -> bytes + " B");
        assertTrue(life.usableSize(block) >= bytes);
        assertTrue(life.owns(block) && life.owns(block + bytes - 1));
        mark(block, bytes);
        Raw.putLong(block + bytes - 8, block);
        return block;
    }

    @Test
    void threeToFiveGibibytes() {
        long three = take(3 * GIB);
        long four = take(4 * GIB + 1);
        long five = take(5 * GIB - 8);
        assertMarked(three, 3 * GIB);
        assertMarked(four, 4 * GIB);
        assertMarked(five, 5 * GIB - 8);
        assertEquals(five, Raw.getLong(five + 5 * GIB - 16));
        life.free(four);
        assertMarked(five, 5 * GIB - 8);
        long again = take(4 * GIB);
        life.free(three);
        life.free(again);
        life.free(five);
    }

    @Test
    void aroundTheLargestBuddyRun() {
        for (long bytes : new long[] {GIB - 1, GIB, GIB + 1, 2 * GIB - 1, 2 * GIB, 2 * GIB + 1}) {
            life.free(take(bytes));
        }
    }

    @Test
    void growsWhereItHasRoom() {
        long block = take(GIB + 1);
        long grown = life.realloc(block, 2 * GIB - 4096);
        assertTrue(grown != 0);
        assertMarked(grown, GIB + 1);
        life.free(grown);
    }

    @Test
    void growsFromAndShrinksToASmallBlock() {
        long block = life.malloc(10 * MIB);
        Raw.fill(block, 10 * MIB, 3);
        block = life.realloc(block, 3 * GIB);
        assertEquals(-1, Raw.mismatch(block, 10 * MIB, 3));
        block = life.realloc(block, 2 * GIB + 5);
        assertEquals(-1, Raw.mismatch(block, 10 * MIB, 3));
        block = life.realloc(block, 1 * MIB);
        assertEquals(-1, Raw.mismatch(block, 1 * MIB, 3));
        block = life.realloc(block, 50);
        assertEquals(-1, Raw.mismatch(block, 50, 3));
        life.free(block);
    }

    @Test
    void callocOfDirtiedChunksIsZero() {
        for (int round = 0; round < 2; round++) {
            long block = life.calloc(3, GIB);
            assertTrue(block != 0);
            for (long at = 0; at < 3 * GIB; at += GIB / 2) {
                assertEquals(-1, Raw.firstNonZero(block + at, 4096));
            }
            assertEquals(-1, Raw.firstNonZero(block + 3 * GIB - 4096, 4096));
            mark(block, 3 * GIB);
            Raw.set(block + 3 * GIB - 4096, 4096, 0xAA);
            life.free(block);
        }
    }

    @Test
    void aligned() {
        long block = life.alignedAlloc(GIB, GIB + 1);
        assertEquals(0, block & (GIB - 1));
        assertTrue(block != 0);
        Raw.putLong(block + GIB - 7, 1);
        life.free(block);
    }

    @Test
    void misuse() {
        long block = take(3 * GIB);
        for (long at : new long[] {16, 4096, 65_536, GIB, 2 * GIB, 3 * GIB - 16}) {
            life.free(block + at);
        }
        assertMarked(block, 3 * GIB);
        life.free(block);
        life.free(block);
        life.free(block + GIB);
        expectFaults(8);
    }
}
