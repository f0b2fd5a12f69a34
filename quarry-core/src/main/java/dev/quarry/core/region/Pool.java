package dev.quarry.core.region;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.InC;
import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Poison;
import dev.quarry.core.span.Salt;
import dev.quarry.core.tune.Geometry;

/**
 * A pool: blocks of one size. The block freed last is the next one handed out. Free blocks are
 * linked through their first word, the link mixed with the process's secret; a byte beside the
 * blocks for each granule says whether a block starts there that a user holds. (A bit would be
 * less memory, but a read and a write of what the call before has just written.)
 *
 * <pre>
 *   start                          bump                end
 *   | in use and free blocks ...   | never handed out  |      the current slab
 *
 *   slabs before it are full, those behind it not used since the last reset
 * </pre>
 *
 * <p>Invariant: freeCount == |free|, and with it inUse + freeCount + uncarved == capacity. A closed
 * pool is all zero.
 */
public final class Pool {
    // The fast paths'.
    /** Most recently freed block; 0 = none. */
    long free;

    /** The current slab. */
    long start;

    /** First block of it never handed out. */
    long bump;

    /** Its bytes, as the address that the byte of the granule at address 0 would have. */
    long heldFromZero;

    /** Where carving stops. */
    long end;

    /** Distance of two blocks: whole granules. */
    long blockBytes;

    /** Blocks in the list. */
    long freeCount;

    /** The block taken from the list last: whose link led to {@link #free}, if that is none. */
    long taken;

    // Slow paths'.
    /** Bytes of a block that were asked for. */
    long askedBytes;

    /** Blocks of all slabs. */
    long capacity;

    boolean isFixed;

    /** Blocks of the slabs before the current one. */
    long fullCount;

    /** Table of slabs: start, bytes, the granules' bytes as above. */
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
    public static Pool open(long bytes, long count, boolean isFixed) {
        Pool pool = PoolSlabs.isTooLarge(bytes, count) ? null : make();
        if (pool == null) {
            return null;
        }
        pool.isFixed = isFixed;
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
        long block = free;
        if (block == 0) {
            return bump != end ? carve() : PoolSlabs.allocateSlow(this);
        }
        long held = heldByte(block);
        if (Guards.poolLink() && !isFreeAt(held, block)) {
            return PoolSlabs.brokenSlow(this);
        }
        free = Salt.decode(block, Memory.getLong(block));
        taken = block;
        freeCount--;
        Memory.putByte(held, 1);
        Poison.allocated(block, askedBytes);
        return block;
    }

    private long carve() {
        long block = bump;
        bump = block + blockBytes;
        Memory.putByte(heldFromZero + (block >>> Geometry.GRANULE_SHIFT), 1);
        Poison.allocated(block, askedBytes);
        return block;
    }

    /** Takes a block back; 0 is ignored. A {@link Fault}: anything but NONE changed nothing. */
    public int free(long block) {
        long held = heldByte(block);
        if (held != 0) {
            boolean isHeld = Memory.getByte(held) != 0 && isGranule(block);
            if (isHeld || !Guards.poolLive()) {
                Memory.putByte(held, 0);
                put(block);
                return Fault.NONE;
            }
        }
        return PoolSlabs.refuseSlow(this, block);
    }

    /** Puts a block that nobody holds at the head of the list. */
    void put(long block) {
        if (Dead.isMarked()) {
            Dead.mark(block, blockBytes);
        }
        Memory.putLong(block, Salt.encode(block, free));
        free = block;
        freeCount++;
    }

    /** Address of the byte of an address that was carved, or 0. */
    private long heldByte(long address) {
        if (Memory.isBelow(address - start, bump - start)) {
            return heldFromZero + (address >>> Geometry.GRANULE_SHIFT);
        }
        return PoolSlabs.heldSlow(this, address);
    }

    /** Whether no user holds a block there, which a link has led to. */
    private static boolean isFreeAt(long held, long address) {
        return held != 0 && isGranule(address) && Memory.getByte(held) == 0;
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
        free = 0;
        start = 0;
        bump = 0;
        end = 0;
        freeCount = 0;
        fullCount = 0;
        taken = 0;
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
        return isOpen() ? fullCount + (bump - start) / blockBytes - freeCount : 0;
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
        return PoolSlabs.isValid(this);
    }
}
