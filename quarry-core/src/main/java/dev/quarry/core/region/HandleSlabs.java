package dev.quarry.core.region;

import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Poison;
import dev.quarry.core.span.Salt;
import dev.quarry.core.tune.Geometry;

/** The slabs of a {@link HandlePool}: its slow paths. */
final class HandleSlabs {
    private static final int DEFAULT_SHIFT = 10;

    /** A shift that leaves nothing of an index: there is the first slab only. */
    private static final int FIXED_SHIFT = 32;

    /** Room for 2^30 first generations, so that a slot serves 3 * 2^30 handles at least. */
    private static final int GENERATION_SHIFT = 34;

    private static final int START = 0;
    private static final int BYTES = 1;

    private HandleSlabs() {}

    static boolean isTooLarge(long bytes, long count) {
        return Memory.isBelow(HandlePool.LAST, count) || PoolSlabs.isTooLarge(bytes, count);
    }

    static boolean begin(HandlePool pool, long count, boolean isFixed) {
        pool.firstGeneration = (Salt.encode(Numbers.draw(), 0) >>> GENERATION_SHIFT) + 1;
        pool.shift = isFixed ? FIXED_SHIFT : count == 0 ? DEFAULT_SHIFT : shiftFor(count);
        if (!add(pool, isFixed ? count : 1L << pool.shift)) {
            return false;
        }
        pool.firstCount = pool.capacity;
        pool.start = Records.get(pool.slabs, 0, START);
        return true;
    }

    private static int shiftFor(long count) {
        int shift = 0;
        while (1L << shift < count) {
            shift++;
        }
        return shift;
    }

    /** A slot never in use, perhaps of a new slab. */
    static long allocateSlow(HandlePool pool) {
        if (!pool.isOpen()) {
            return Refusal.CLOSED;
        }
        if (pool.carved == pool.capacity
                && (pool.shift == FIXED_SHIFT || !add(pool, pool.capacity))) {
            return 0;
        }
        long index = pool.carved;
        Memory.putLong(
                pool.words + (index << 3),
                pool.firstGeneration << 32 | HandlePool.FREE | HandlePool.LAST);
        pool.carved = index + 1;
        pool.free = index;
        return pool.allocate();
    }

    private static boolean add(HandlePool pool, long count) {
        long total = pool.capacity + count;
        if (isTooLarge(pool.askedBytes, total) || !reserve(pool, total)) {
            return false;
        }
        long start = Records.takeAligned(count * pool.blockBytes, Geometry.LINE_BYTES);
        if (start == 0) {
            return false;
        }
        Poison.freed(start, count * pool.blockBytes);
        Records.set(pool.slabs, pool.slabCount, START, start);
        Records.set(pool.slabs, pool.slabCount, BYTES, count * pool.blockBytes);
        pool.slabCount++;
        pool.capacity = total;
        return true;
    }

    /** Room in both tables for a slab that makes the slots {@code total}. */
    private static boolean reserve(HandlePool pool, long total) {
        long slabs = Records.reserve(pool.slabs, pool.slabCount);
        if (slabs == 0) {
            return false;
        }
        pool.slabs = slabs;
        long words = Records.resize(pool.words, total << 3);
        if (words == 0) {
            return false;
        }
        pool.words = words;
        return true;
    }

    /** Of a slot behind the first slab: slab k has slots 2^(shift + k - 1) to 2^(shift + k). */
    static long addressSlow(HandlePool pool, long index) {
        long before = index >>> pool.shift;
        int slab = 63 - Memory.leadingZeros(before);
        long first = 1L << slab + pool.shift;
        long start = Records.get(pool.slabs, slab + 1, START);
        return start + (index - first) * pool.blockBytes;
    }

    static boolean seed(HandlePool pool, long generation) {
        long index = pool.free;
        if (index == HandlePool.LAST || pool.words == 0) {
            return false;
        }
        long word = pool.words + (index << 3);
        long low = Memory.getLong(word) & HandlePool.INDEX_MASK;
        Memory.putLong(word, generation << 32 | low);
        return true;
    }

    static void giveAll(HandlePool pool) {
        for (int slab = 0; slab < pool.slabCount; slab++) {
            long start = Records.get(pool.slabs, slab, START);
            Poison.freed(start, Records.get(pool.slabs, slab, BYTES));
            Records.give(start);
        }
        Records.give(pool.slabs);
        Records.give(pool.words);
        pool.slabs = 0;
        pool.words = 0;
    }

    static boolean isValid(HandlePool pool) {
        long left = pool.carved - pool.inUse - pool.retired;
        long index = pool.free;
        while (pool.isOpen() && index != HandlePool.LAST && left > 0) {
            long state = Memory.getLong(pool.words + (index << 3));
            if (index >= pool.carved || (state & HandlePool.FREE) == 0) {
                return false;
            }
            index = state & HandlePool.LAST;
            left--;
        }
        return left == 0 && (!pool.isOpen() || index == HandlePool.LAST);
    }
}
