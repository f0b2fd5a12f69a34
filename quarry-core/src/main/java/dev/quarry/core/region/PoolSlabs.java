package dev.quarry.core.region;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Poison;
import dev.quarry.core.span.Salt;
import dev.quarry.core.tune.Geometry;

/** The slabs of a {@link Pool}: its slow paths. */
final class PoolSlabs {
    private static final long FIRST_BYTES = 64L << 10;

    private static final int START = 0;
    private static final int BYTES = 1;
    private static final int BITS = 2;

    private PoolSlabs() {}

    static boolean isTooLarge(long bytes, long count) {
        return Memory.isBelow(Geometry.MAX_SPACE_BYTES, bytes)
                || Memory.isBelow(Geometry.MAX_SPACE_BYTES, count)
                || Memory.multiplyOverflows(roundUp(bytes), count)
                || Memory.isBelow(Geometry.MAX_SPACE_BYTES, roundUp(bytes) * count);
    }

    /** Whole granules: room for a link, and aligned for every scalar. */
    static long roundUp(long bytes) {
        long size = bytes + Poison.gapBytes() + (bytes == 0 ? 1 : 0);
        return (size + Geometry.GRANULE_BYTES - 1) & -Geometry.GRANULE_BYTES;
    }

    static long firstCount(Pool pool) {
        long count = FIRST_BYTES / pool.blockBytes;
        return count == 0 ? 1 : count;
    }

    /** Nothing free, nothing to carve: another slab, if the pool grows. */
    static long allocateSlow(Pool pool) {
        if (!pool.isOpen()) {
            return Refusal.CLOSED;
        }
        if (pool.isFixed || !add(pool, pool.capacity) && !add(pool, firstCount(pool))) {
            return 0;
        }
        return pool.allocate();
    }

    /** Adds a slab of so many blocks; false when memory is exhausted. */
    static boolean add(Pool pool, long count) {
        long slabs = Records.reserve(pool.slabs, pool.slabCount);
        if (slabs == 0) {
            return false;
        }
        pool.slabs = slabs;
        if (isTooLarge(pool.askedBytes, count)) {
            return false;
        }
        long bytes = count * pool.blockBytes;
        long words = (bytes >>> Geometry.WORD_SHIFT) + 1;
        long bits = Records.takeZeroed(words << 3);
        long start = bits == 0 ? 0 : Records.takeAligned(bytes, Pool.SLAB_ALIGNMENT);
        if (start == 0) {
            Records.give(bits);
            return false;
        }
        Poison.freed(start, bytes);
        Records.set(slabs, pool.slabCount, START, start);
        Records.set(slabs, pool.slabCount, BYTES, bytes);
        Records.set(slabs, pool.slabCount, BITS, bits - (start >>> Geometry.WORD_SHIFT << 3));
        pool.slabCount++;
        pool.capacity += count;
        enter(pool, pool.slabCount - 1);
        return true;
    }

    private static void enter(Pool pool, int slab) {
        pool.start = Records.get(pool.slabs, slab, START);
        pool.bump = pool.start;
        pool.end = pool.start + Records.get(pool.slabs, slab, BYTES);
        pool.bitsFromZero = Records.get(pool.slabs, slab, BITS);
    }

    /** Of an older slab, all of which was carved: the word with an address's bit, or 0. */
    static long wordSlow(Pool pool, long address) {
        int slab = pool.slabCount - 2;
        while (slab >= 0) {
            long offset = address - Records.get(pool.slabs, slab, START);
            if (Memory.isBelow(offset, Records.get(pool.slabs, slab, BYTES))) {
                return Records.get(pool.slabs, slab, BITS) + (address >>> Geometry.WORD_SHIFT << 3);
            }
            slab--;
        }
        return 0;
    }

    /** Says what is wrong with an address where no block starts that a user holds. */
    static int refuseSlow(Pool pool, long address) {
        if (address == 0) {
            return Fault.NONE;
        }
        return Fault.raise(faultOf(pool, address), address);
    }

    private static int faultOf(Pool pool, long address) {
        for (int slab = 0; slab < pool.slabCount; slab++) {
            long start = Records.get(pool.slabs, slab, START);
            long offset = address - start;
            if (Memory.isBelow(offset, Records.get(pool.slabs, slab, BYTES))) {
                boolean isCarved = slab != pool.slabCount - 1 || address < pool.bump;
                return isCarved && offset % pool.blockBytes == 0
                        ? Fault.DOUBLE_FREE
                        : Fault.NOT_A_BLOCK;
            }
        }
        return Fault.FOREIGN;
    }

    /**
     * The list leads to what is no free block: a link was overwritten, and the rest of the list is
     * lost. It is built anew from the bits.
     */
    static long brokenSlow(Pool pool) {
        Fault.raise(Fault.CORRUPT_LINK, pool.taken);
        pool.free = 0;
        for (int slab = 0; slab < pool.slabCount; slab++) {
            long at = Records.get(pool.slabs, slab, START);
            long end = at + Records.get(pool.slabs, slab, BYTES);
            end = slab == pool.slabCount - 1 ? pool.bump : end;
            while (at < end) {
                if (!pool.holds(at)) {
                    pool.put(at);
                }
                at += pool.blockBytes;
            }
        }
        return pool.allocate();
    }

    static void giveAll(Pool pool) {
        for (int slab = 0; slab < pool.slabCount; slab++) {
            long start = Records.get(pool.slabs, slab, START);
            Records.give(Records.get(pool.slabs, slab, BITS) + (start >>> Geometry.WORD_SHIFT << 3));
            Poison.freed(start, Records.get(pool.slabs, slab, BYTES));
            Records.give(start);
        }
        Records.give(pool.slabs);
        pool.slabs = 0;
    }

    static boolean isValid(Pool pool) {
        long left = pool.capacity - pool.inUse;
        if (pool.isOpen()) {
            left -= (pool.end - pool.bump) / pool.blockBytes;
        }
        long block = pool.free;
        while (block != 0 && left > 0 && !pool.holds(block)) {
            block = Salt.decode(block, Memory.getLong(block));
            left--;
        }
        return block == 0 && left == 0;
    }
}
