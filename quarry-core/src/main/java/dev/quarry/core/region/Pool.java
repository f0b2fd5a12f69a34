package dev.quarry.core.region;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.InC;
import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Poison;
import dev.quarry.core.tune.Geometry;
import org.jspecify.annotations.Nullable;

/**
 * A pool: blocks of one size. The block freed last is the next one handed out. A byte beside the
 * blocks for each granule says whether a block starts there that a user holds. (A bit would be less
 * memory, but a read and a write of what the call before has just written.)
 *
 * <pre>
 *   start                          bump                end
 *   | in use and free blocks ...   | never handed out  |      the current slab
 *
 *   slabs before it are full, those behind it not used since the last reset
 * </pre>
 *
 * <p>Free blocks are listed in runs ({@link PoolRuns}): neighbours that were freed one after the
 * other, upwards or downwards. Of a run the list knows where it ends and how long it is, so that
 * within it a free block is neither read nor written; the block freed first of it holds the link to
 * the run before.
 *
 * <p>Invariant: the run on top and the saved blocks are all free ones, and with them inUse and the
 * uncarved are the capacity. A run lies in one slab, for the bytes of two slabs do not touch. A
 * closed pool is all zero.
 */
public final class Pool {
    // The fast paths'. Those up to inlineHeld are known to quarry.h, whose inline paths use them.
    /** Address of the byte of the block freed last; 0, like the next three, = none is free. */
    long topHeld;

    /** Address of the byte of the run's block freed first, which holds the link. */
    long firstHeld;

    /** From the byte of one block of the run to the byte of the one freed after it. */
    long heldStep;

    /** The bytes of the run's slab, as the address that the byte of granule 0 would have. */
    long runFromZero;

    /** A free block's byte to the inline path: 0, or what no byte is where blocks are marked. */
    long inlineFree;

    /** The byte of a block in use to it: 1, or what no byte is. */
    long inlineHeld;

    /** The current slab. */
    long start;

    /** Address of its first granule's byte. */
    long startHeld;

    /** First block of the current slab never handed out. */
    long bump;

    /** Where carving stops. */
    long end;

    /** Distance of two blocks: whole granules. */
    long blockBytes;

    /** Free blocks in the runs before the one on top. */
    long saved;

    // Slow paths'.
    /** Bytes of a block that were asked for. */
    long askedBytes;

    /** Blocks of all slabs. */
    long capacity;

    boolean isFixed;

    /** Blocks of the slabs before the current one. */
    long fullCount;

    /** Table of slabs: start, bytes, address of the first granule's byte. */
    long slabs;

    /** Slabs in the table, and which of them is current. */
    int slabCount;

    int slabIndex;

    /** All zero. */
    @InC
    private static Pool make() {
        return new Pool();
    }

    /** Takes the object of a closed pool back for the next one. */
    @InC
    private void drop() {}

    /**
     * A pool of {@code count} blocks of {@code bytes} bytes, rounded up to whole granules; null
     * when memory is exhausted or a number too large. A fixed one never has more; one that grows
     * begins with 64 KiB of blocks if {@code count} is 0.
     */
    public static @Nullable Pool open(long bytes, long count, boolean isFixed) {
        Pool pool = PoolSlabs.isTooLarge(bytes, count) ? null : make();
        if (pool == null) {
            return null;
        }
        pool.isFixed = isFixed;
        pool.inlineFree = Dead.isMarked() ? -1 : 0;
        pool.inlineHeld = Dead.isMarked() ? -1 : 1;
        pool.askedBytes = bytes;
        pool.blockBytes = PoolSlabs.roundUp(bytes);
        if (PoolSlabs.add(pool, count == 0 && !isFixed ? PoolSlabs.firstCount(pool) : count)) {
            return pool;
        }
        pool.close();
        return null;
    }

    /** A block, its content undefined, aligned to a granule; 0 when there is none, or CLOSED. */
    public long allocate() {
        long held = topHeld;
        if (held != firstHeld && (Memory.getByte(held) == 0 || !Guards.poolLink())) {
            topHeld = held - heldStep;
            Memory.putByte(held, 1);
            return handOut(held - runFromZero << Geometry.GRANULE_SHIFT);
        }
        return held != 0 ? PoolRuns.allocateLast(this) : carve();
    }

    /** The block, whose byte says that a user holds it. */
    long handOut(long block) {
        Poison.allocated(block, askedBytes);
        return block;
    }

    private long carve() {
        long block = bump;
        if (block == end) {
            return PoolSlabs.allocateSlow(this);
        }
        bump = block + blockBytes;
        Memory.putByte(startHeld + (block - start >>> Geometry.GRANULE_SHIFT), 1);
        return handOut(block);
    }

    /** Takes a block back; 0 is ignored. A {@link Fault}: anything but NONE changed nothing. */
    public int free(long block) {
        long held = topHeld + heldStep;
        boolean isNext = block == held - runFromZero << Geometry.GRANULE_SHIFT && block != 0;
        if (isNext && Memory.getByte(held) != 0) {
            Memory.putByte(held, 0);
            put(block, held);
            return Fault.NONE;
        }
        return freeElsewhere(block);
    }

    /** The same for what does not continue the run on top, if it is a block at all. */
    private int freeElsewhere(long block) {
        long held = heldByte(block);
        if (held != 0) {
            boolean isHeld = Memory.getByte(held) != 0 && isGranule(block);
            if (isHeld || !Guards.poolLive()) {
                Memory.putByte(held, 0);
                put(block, held);
                return Fault.NONE;
            }
        }
        return PoolSlabs.refuseSlow(this, block);
    }

    /** Puts a block that nobody holds on top of the list. */
    void put(long block, long held) {
        if (Dead.isMarked()) {
            Dead.mark(block, blockBytes);
        }
        if (held == topHeld + heldStep) {
            topHeld = held;
        } else {
            PoolRuns.begin(this, block, held);
        }
    }

    /** Address of the byte of an address that was carved, or 0. */
    long heldByte(long address) {
        long offset = address - start;
        if (Memory.isBelow(offset, bump - start)) {
            return startHeld + (offset >>> Geometry.GRANULE_SHIFT);
        }
        return PoolSlabs.heldSlow(this, address);
    }

    static boolean isGranule(long address) {
        return (address & Geometry.GRANULE_BYTES - 1) == 0;
    }

    /** Takes all blocks back at once and begins anew; their memory stays. Nothing when closed. */
    public void reset() {
        if (isOpen()) {
            PoolSlabs.emptyAll(this);
        }
    }

    /** Gives all memory back; false when it was closed already. */
    public boolean close() {
        if (!isOpen()) {
            return false;
        }
        PoolSlabs.giveAll(this);
        PoolRuns.forgetAll(this);
        start = 0;
        inlineFree = 0;
        inlineHeld = 0;
        bump = 0;
        end = 0;
        fullCount = 0;
        blockBytes = 0;
        capacity = 0;
        slabCount = 0;
        slabIndex = 0;
        drop();
        return true;
    }

    public boolean isOpen() {
        return blockBytes != 0;
    }

    /** Blocks that users hold. */
    public long inUse() {
        return isOpen() ? fullCount + (bump - start) / blockBytes - freeCount() : 0;
    }

    private long freeCount() {
        return PoolRuns.length(this) + saved;
    }

    /** Blocks there are. */
    public long capacity() {
        return capacity;
    }

    /** Bytes of each block. */
    public long blockBytes() {
        return blockBytes;
    }

    /** Whether a user holds a block that starts at an address, any address. */
    public boolean holds(long address) {
        long held = heldByte(address);
        return held != 0 && isGranule(address) && Memory.getByte(held) != 0;
    }

    /** Whether the invariant holds, for tests: every block is counted once. */
    public boolean isValid() {
        return PoolRuns.isValid(this) && PoolSlabs.heldCount(this) == inUse();
    }
}
