package dev.quarry.core.region;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Poison;
import dev.quarry.core.tune.Geometry;

/** The slabs of a {@link Pool}: its slow paths. */
final class PoolSlabs {
    private static final long FIRST_BYTES = 64L << 10;

    private static final int START = 0;
    private static final int BYTES = 1;
    private static final int HELD = 2;

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

    /** Nothing free, nothing to carve: the next slab, perhaps a new one. */
    static long allocateSlow(Pool pool) {
        if (!pool.isOpen()) {
            return Refusal.CLOSED;
        }
        if (pool.slabIndex + 1 < pool.slabCount) {
            enter(pool, pool.slabIndex + 1);
        } else if (pool.isFixed || !add(pool, pool.capacity) && !add(pool, firstCount(pool))) {
            return 0;
        }
        return pool.bump == pool.end ? 0 : pool.allocate();
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
        long held = Records.takeZeroed((bytes >>> Geometry.GRANULE_SHIFT) + 2 * margin(pool));
        long start = held == 0 ? 0 : Records.takeAligned(bytes, Geometry.LINE_BYTES);
        if (start == 0) {
            Records.give(held);
            return false;
        }
        Poison.freed(start, bytes);
        Records.set(slabs, pool.slabCount, START, start);
        Records.set(slabs, pool.slabCount, BYTES, bytes);
        Records.set(slabs, pool.slabCount, HELD, held + margin(pool));
        pool.slabCount++;
        pool.capacity += count;
        enter(pool, pool.slabCount - 1);
        return true;
    }

    /**
     * Bytes on both sides of a slab's, always 0: a run that ends with the slab has a neighbour that
     * nobody holds.
     */
    private static long margin(Pool pool) {
        return pool.blockBytes >>> Geometry.GRANULE_SHIFT;
    }

    /** Makes a slab current, from its start. */
    private static void enter(Pool pool, int slab) {
        pool.fullCount += (pool.bump - pool.start) / pool.blockBytes;
        pool.slabIndex = slab;
        pool.start = Records.get(pool.slabs, slab, START);
        pool.bump = pool.start;
        pool.end = pool.start + Records.get(pool.slabs, slab, BYTES);
        pool.startHeld = Records.get(pool.slabs, slab, HELD);
    }

    /**
     * Of a slab before the current one, all of it carved: the address of an address's byte; or 0.
     */
    static long heldSlow(Pool pool, long address) {
        int slab = pool.slabIndex - 1;
        while (slab >= 0) {
            long offset = address - Records.get(pool.slabs, slab, START);
            if (Memory.isBelow(offset, Records.get(pool.slabs, slab, BYTES))) {
                return Records.get(pool.slabs, slab, HELD) + (offset >>> Geometry.GRANULE_SHIFT);
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
                boolean isCarved = offset < carvedBytes(pool, slab);
                return isCarved && offset % pool.blockBytes == 0
                        ? Fault.DOUBLE_FREE
                        : Fault.NOT_A_BLOCK;
            }
        }
        return Fault.FOREIGN;
    }

    /** Lists every block anew that its byte says is free. */
    static void listAll(Pool pool) {
        for (int slab = 0; slab <= pool.slabIndex; slab++) {
            long at = Records.get(pool.slabs, slab, START);
            long end = at + carvedBytes(pool, slab);
            while (at < end) {
                if (!pool.holds(at)) {
                    pool.put(at, pool.heldByte(at));
                }
                at += pool.blockBytes;
            }
        }
    }

    private static long carvedBytes(Pool pool, int slab) {
        if (slab == pool.slabIndex) {
            return pool.bump - pool.start;
        }
        return slab < pool.slabIndex ? Records.get(pool.slabs, slab, BYTES) : 0;
    }

    /** Takes all blocks back: no byte is set, nothing is carved. */
    static void emptyAll(Pool pool) {
        for (int slab = 0; slab <= pool.slabIndex; slab++) {
            long start = Records.get(pool.slabs, slab, START);
            long carved = carvedBytes(pool, slab);
            Memory.zero(Records.get(pool.slabs, slab, HELD), carved >>> Geometry.GRANULE_SHIFT);
            if (Dead.isMarked()) {
                Dead.mark(start, carved);
            }
        }
        PoolRuns.forgetAll(pool);
        enter(pool, 0);
        pool.fullCount = 0;
    }

    static void giveAll(Pool pool) {
        for (int slab = 0; slab < pool.slabCount; slab++) {
            long start = Records.get(pool.slabs, slab, START);
            Records.give(Records.get(pool.slabs, slab, HELD) - margin(pool));
            Poison.freed(start, Records.get(pool.slabs, slab, BYTES));
            Records.give(start);
        }
        Records.give(pool.slabs);
        pool.slabs = 0;
    }

    /** Blocks whose byte says that a user holds them. */
    static long heldCount(Pool pool) {
        long count = 0;
        for (int slab = 0; slab < pool.slabCount; slab++) {
            long at = Records.get(pool.slabs, slab, START);
            for (long end = at + carvedBytes(pool, slab); at < end; at += pool.blockBytes) {
                count += pool.holds(at) ? 1 : 0;
            }
        }
        return count;
    }
}
