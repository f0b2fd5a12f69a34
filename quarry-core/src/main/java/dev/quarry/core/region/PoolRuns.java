package dev.quarry.core.region;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Salt;
import dev.quarry.core.tune.Geometry;

/**
 * The list of a {@link Pool}'s free blocks, as runs of neighbours. The block of a run that was
 * freed first holds two words, mixed with the process's secret:
 *
 * <pre>
 *   | the block on top of the run before, + 1 if that one goes down | its blocks | ...
 * </pre>
 *
 * <p>They are read when that block is handed out, and mean nothing when no run is before it.
 */
final class PoolRuns {
    private static final long DOWN = 1;
    private static final long COUNT = 8;

    private PoolRuns() {}

    /** A block that does not continue the run on top: it turns a run of one, or begins one. */
    static void begin(Pool pool, long block, long held) {
        if (pool.topHeld == pool.firstHeld && held == pool.topHeld - pool.heldStep) {
            pool.heldStep = -pool.heldStep;
            pool.topHeld = held;
            return;
        }
        if (pool.topHeld != 0) {
            save(pool, block);
        }
        pool.topHeld = held;
        pool.firstHeld = held;
        pool.heldStep = pool.blockBytes >>> Geometry.GRANULE_SHIFT;
        pool.runFromZero = held - (block >>> Geometry.GRANULE_SHIFT);
    }

    /** Blocks of the run on top. */
    static long length(Pool pool) {
        if (pool.topHeld == pool.firstHeld) {
            return pool.topHeld == 0 ? 0 : 1;
        }
        return (pool.topHeld - pool.firstHeld) / pool.heldStep + 1;
    }

    /** Notes the run on top in a block that is to lie on it. */
    private static void save(Pool pool, long block) {
        long count = length(pool);
        long link = topBlock(pool) | (pool.heldStep < 0 ? DOWN : 0);
        Memory.putLong(block, Salt.encode(block, link));
        Memory.putLong(block + COUNT, Salt.encode(block + COUNT, count));
        pool.saved += count;
    }

    private static long topBlock(Pool pool) {
        return pool.topHeld - pool.runFromZero << Geometry.GRANULE_SHIFT;
    }

    /** The block on top when its run ends with it, or when it is not what it should be. */
    static long allocateLast(Pool pool) {
        long block = topBlock(pool);
        long held = pool.topHeld;
        if (Guards.poolLink() && (held != pool.firstHeld || Memory.getByte(held) != 0)) {
            return allocateAnewSlow(pool, block);
        }
        Memory.putByte(held, 1);
        if (pool.saved == 0) {
            forgetAll(pool);
        } else {
            follow(pool, block);
        }
        return pool.handOut(block);
    }

    /** Puts the run on top that a block leads to which is just being handed out. */
    private static void follow(Pool pool, long block) {
        long link = linkIn(block);
        long count = countIn(block);
        long top = link & ~DOWN;
        long step = stepOf(pool, link);
        if (Guards.poolLink() && !isRun(pool, top, count, step)) {
            listAnewSlow(pool, block);
            return;
        }
        pool.topHeld = pool.heldByte(top);
        pool.heldStep = step >> Geometry.GRANULE_SHIFT;
        pool.firstHeld = pool.topHeld - (count - 1) * pool.heldStep;
        pool.runFromZero = pool.topHeld - (top >>> Geometry.GRANULE_SHIFT);
        pool.saved -= count;
    }

    private static long linkIn(long block) {
        return Salt.decode(block, Memory.getLong(block));
    }

    private static long countIn(long block) {
        return Salt.decode(block + COUNT, Memory.getLong(block + COUNT));
    }

    private static long stepOf(Pool pool, long link) {
        return (link & DOWN) == 0 ? pool.blockBytes : -pool.blockBytes;
    }

    /**
     * Whether so many blocks up to {@code top} could be a run: not more than are listed, both ends
     * in one slab, the last one free. The others are looked at when their turn comes.
     */
    private static boolean isRun(Pool pool, long top, long count, long step) {
        if (!Memory.isBelow(count - 1, pool.saved) || !Pool.isGranule(top)) {
            return false;
        }
        long held = pool.heldByte(top);
        long first = top - (count - 1) * step;
        return held != 0
                && Memory.getByte(held) == 0
                && pool.heldByte(first) - held == first - top >> Geometry.GRANULE_SHIFT;
    }

    /** The block on top is in use: whatever led to it was overwritten. */
    private static long allocateAnewSlow(Pool pool, long block) {
        listAnewSlow(pool, block);
        return pool.allocate();
    }

    /** A link was overwritten, what it led to is lost: the list is built anew from the bytes. */
    private static void listAnewSlow(Pool pool, long block) {
        Fault.raise(Fault.CORRUPT_LINK, block);
        forgetAll(pool);
        PoolSlabs.listAll(pool);
    }

    /** No block is listed. */
    static void forgetAll(Pool pool) {
        pool.topHeld = 0;
        pool.firstHeld = 0;
        pool.heldStep = 0;
        pool.runFromZero = 0;
        pool.saved = 0;
    }

    /** Whether the runs have as many blocks as they should, and nobody holds one of them. */
    static boolean isValid(Pool pool) {
        long left = pool.saved;
        long count = length(pool);
        long top = topBlock(pool);
        long step = pool.heldStep << Geometry.GRANULE_SHIFT;
        while (count != 0 && areFree(pool, top, count, step)) {
            long first = top - (count - 1) * step;
            count = left == 0 ? 0 : countIn(first);
            if (count > left || left != 0 && count <= 0) {
                return false;
            }
            left -= count;
            step = stepOf(pool, linkIn(first));
            top = linkIn(first) & ~DOWN;
        }
        return count == 0 && left == 0;
    }

    private static boolean areFree(Pool pool, long top, long count, long step) {
        for (long i = 0; i < count; i++) {
            if (pool.heldByte(top - i * step) == 0 || pool.holds(top - i * step)) {
                return false;
            }
        }
        return true;
    }
}
