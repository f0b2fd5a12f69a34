package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A block grows and shrinks, in place or not, and what was in it comes along. */
class ReallocTest extends Contract {
    private static final long MIB = 1 << 20;
    private static final long TOP_BYTES = 300 * MIB;

    /** The block is written at each step as far as it goes, so each move is compared in whole. */
    private long resized(long block, long from, long to) {
        long moved = life.realloc(block, to);
        long at = moved == 0 ? 0 : Raw.stampMismatch(moved, Math.min(from, to), 7);
        assertEquals(-1, at, () -> "from " + from + " to " + to + " B");
        Raw.stamp(moved, to, 7);
        return moved;
    }

    @Test
    void growsTo300MbAndBack() {
        long bytes = 1;
        long block = life.malloc(bytes);
        Raw.stamp(block, bytes, 7);
        while (bytes < TOP_BYTES) {
            long more = Math.min(2 * bytes + 1, TOP_BYTES);
            block = resized(block, bytes, more);
            bytes = more;
        }
        while (bytes > 1) {
            long less = Math.max(bytes / 3, 1);
            block = resized(block, bytes, less);
            bytes = less;
        }
        life.free(block);
    }

    /** As a program that appends does it, with another block in the way at each step. */
    @Test
    void growsBesideOthers() {
        long block = life.malloc(40_000);
        Raw.stamp(block, 40_000, 7);
        for (long bytes = 40_000; bytes < 16 * MIB; bytes += 333_333) {
            block = resized(block, bytes, bytes + 333_333);
            blocks.malloc(64 << 10);
        }
        life.free(block);
        blocks.check();
    }

    @Test
    void aShrunkBlockKeepsWhatItHas() {
        for (long from = 16; from <= 8 * MIB; from *= 2) {
            for (long to = 1; to <= from; to *= 4) {
                long block = life.malloc(from);
                Raw.stamp(block, from, 7);
                life.free(resized(block, from, to));
            }
        }
    }

    /** What a shrink gave back may be someone else's: the two must not meet. */
    @Test
    void theTailOfAShrunkBlockIsReused() {
        for (int i = 0; i < 20; i++) {
            long block = blocks.malloc(4 * MIB);
            blocks.realloc(block, 100_000);
            blocks.malloc(3 * MIB);
            blocks.malloc(60_000);
        }
        blocks.check();
    }

    @Test
    void manyBlocksOfAnySize() {
        SplittableRandom random = Seed.random(getClass());
        for (int i = 0; i < 64; i++) {
            blocks.malloc(random.nextInt(100));
        }
        for (int i = 0; i < 20_000; i++) {
            int shift = random.nextInt(1, 19);
            long block = blocks.addresses().get(random.nextInt(blocks.count()));
            blocks.realloc(block, 1 + random.nextLong(1L << shift));
        }
    }

    /** The alignment asked for once is not promised after a move, 16 is; the contents are. */
    @Test
    void ofAnAlignedBlock() {
        for (long alignment = 16; alignment <= 2 * MIB; alignment *= 2) {
            long block = blocks.aligned(alignment, 1000);
            long grown = blocks.realloc(block, 200_000);
            blocks.realloc(grown, 10);
        }
    }

    @Test
    void toTheSameSizeStays() {
        for (long bytes : new long[] {1, 100, 5000, 100_000, 3 * MIB}) {
            long block = blocks.malloc(bytes);
            assertEquals(block, blocks.realloc(block, bytes));
            assertEquals(block, blocks.realloc(block, blocks.usableBytes(block)));
        }
    }
}
