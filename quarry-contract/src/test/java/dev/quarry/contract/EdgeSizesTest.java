package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Sizes that no machine has: near 2^63 and 2^64, and products that wrap round. */
class EdgeSizesTest extends Contract {
    private static final long[] NEAR = {0, 1, 2, 7, 8, 15, 16, 17, 4095, 4096, 65_535, 65_536};

    /** What lies next to 2^63 and to 2^64 on both sides, and the powers of two above 2^48. */
    private static LongStream impossible() {
        LongStream edges =
                LongStream.of(NEAR)
                        .flatMap(near -> LongStream.of(
                                Long.MAX_VALUE - near, Long.MIN_VALUE + near, -1 - near));
        LongStream powers = LongStream.range(48, 63).map(shift -> 1L << shift);
        return LongStream.concat(edges, powers);
    }

    private void assertRefused(String call, long bytes, long result) {
        assertEquals(0, result, () -> call + " of 0x" + Long.toHexString(bytes));
        assertEquals(Life.ENOMEM, life.lastError(), () -> call + " 0x" + Long.toHexString(bytes));
    }

    @Test
    void malloc() {
        impossible().forEach(bytes -> assertRefused("malloc", bytes, life.malloc(bytes)));
    }

    @Test
    void calloc() {
        impossible().forEach(bytes -> {
            assertRefused("calloc 1", bytes, life.calloc(1, bytes));
            assertRefused("calloc n, 1", bytes, life.calloc(bytes, 1));
        });
    }

    @Test
    void callocWhoseProductWrapsRound() {
        for (int shift = 1; shift < Long.SIZE; shift++) {
            long count = 1L << shift;
            long bytes = 1L << (Long.SIZE - shift);
            assertRefused("calloc 2^n", count, life.calloc(count, bytes));
            assertRefused("calloc 2^n + 1", count, life.calloc(count + 1, bytes));
            assertRefused("calloc near 2^64", count, life.calloc(count, bytes - 1));
        }
        assertRefused("calloc", -1, life.calloc(-1, -1));
        assertRefused("calloc", 3, life.calloc(3, 0x5555_5555_5555_5556L));
    }

    @Test
    void callocOfNothing() {
        for (long bytes : new long[] {0, 1, 1 << 20, Long.MAX_VALUE}) {
            blocks.accept(life.calloc(0, bytes), 0, Blocks.ALIGNMENT);
            blocks.accept(life.calloc(bytes, 0), 0, Blocks.ALIGNMENT);
        }
    }

    @Test
    void alignedAlloc() {
        for (long alignment : new long[] {16, 64, 4096, 1 << 20, 1L << 30, 1L << 40, 1L << 62}) {
            impossible().forEach(bytes ->
                    assertRefused("aligned", bytes, life.alignedAlloc(alignment, bytes)));
        }
    }

    @Test
    void reallocKeepsTheOldBlock() {
        for (long bytes : new long[] {1, 100, 5000, 100_000, 3 << 20}) {
            long block = blocks.malloc(bytes);
            impossible().forEach(huge -> assertRefused("realloc", huge, life.realloc(block, huge)));
            blocks.check();
        }
    }

    @Test
    void reallocOfNullIsMalloc() {
        impossible().forEach(bytes -> assertRefused("realloc 0", bytes, life.realloc(0, bytes)));
        blocks.accept(life.realloc(0, 100), 100, Blocks.ALIGNMENT);
        blocks.accept(life.realloc(0, 0), 0, Blocks.ALIGNMENT);
    }

    /** C leaves open whether it frees: then 0 comes back, else a block of no bytes. */
    @Test
    void reallocToNothing() {
        for (long bytes : new long[] {0, 1, 100, 5000, 100_000, 3 << 20}) {
            long block = blocks.malloc(bytes);
            blocks.release(block);
            long left = life.realloc(block, 0);
            if (left != 0) {
                blocks.accept(left, 0, Blocks.ALIGNMENT);
            }
        }
    }

    @Test
    void refusalsTakeNothing() {
        long before = committedBytes();
        for (int i = 0; i < 1000; i++) {
            impossible().forEach(life::malloc);
        }
        assertTrue(committedBytes() - before < 1 << 20);
    }
}
