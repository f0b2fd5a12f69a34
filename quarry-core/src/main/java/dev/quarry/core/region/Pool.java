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
 * linked through their first word, the link mixed with the process's secret; a bit beside the
 * blocks for each granule says where a block starts that a user holds.
 *
 * <pre>
 *   start                          bump                end
 *   | in use and free blocks ...   | never handed out  |      the newest slab; older ones are full
 * </pre>
 *
 * <p>Invariant: inUse + |free| + uncarved == capacity. A closed pool is all zero.
 */
public final class Pool {
    // The fast paths'.
    /** Most recently freed block; 0 = none. */
    long free;

    /** The newest slab, at a multiple of {@link #SLAB_ALIGNMENT}. */
    long start;

    /** First block of it never handed out. */
    long bump;

    /** Its bits, as the address that the word of granule 0 of the address space would have. */
    long bitsFromZero;

    /** Where carving stops. */
    long end;

    /** Distance of two blocks: whole granules. */
    long blockBytes;

    /** Blocks that users hold. */
    long inUse;

    /** The block taken from the list last: whose link led to {@link #free}, if that is none. */
    long taken;

    // Slow paths'.
    /** Bytes of a block that were asked for. */
    long askedBytes;

    /** Blocks of all slabs. */
    long capacity;

    boolean isFixed;

    /** Table of slabs: start, bytes, bits. */
    long slabs;

    int slabCount;

    /** A bitmap word covers so many bytes, so the bit of a block follows from its address. */
    static final long SLAB_ALIGNMENT = 1L << Geometry.WORD_SHIFT;

    /** All zero. */
    @InC
    private static Pool make() {
        return new Pool();
    }

    /** Takes the object of a closed pool back for the next one. */
    @InC
    private void drop() {}

    /**
     * A pool of {@code count} blocks of {@code bytes} bytes, rounded up to whole granules; null when
     * memory is exhausted or a number too large. A fixed one never has more; one that grows begins
     * with 64 KiB of blocks if {@code count} is 0.
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
        long word = wordOf(block);
        if (Guards.poolLink() && !isFreeAt(word, block)) {
            return PoolSlabs.brokenSlow(this);
        }
        free = Salt.decode(block, Memory.getLong(block));
        taken = block;
        handOut(word, block);
        return block;
    }

    private long carve() {
        long block = bump;
        bump = block + blockBytes;
        handOut(wordOf(block), block);
        return block;
    }

    private void handOut(long word, long block) {
        Memory.putLong(word, Memory.getLong(word) | bit(block));
        inUse++;
        Poison.allocated(block, askedBytes);
    }

    /** Takes a block back; 0 is ignored. A {@link Fault}: anything but NONE changed nothing. */
    public int free(long block) {
        long word = wordOf(block);
        if (word != 0) {
            long bits = Memory.getLong(word);
            if ((bits & bit(block)) != 0 && isGranule(block) || !Guards.poolLive()) {
                Memory.putLong(word, bits & ~bit(block));
                inUse--;
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
    }

    /** Address of the word with the bit of an address that was carved, or 0. */
    private long wordOf(long address) {
        if (Memory.isBelow(address - start, bump - start)) {
            return bitsFromZero + (address >>> Geometry.WORD_SHIFT << 3);
        }
        return PoolSlabs.wordSlow(this, address);
    }

    /** Whether no user holds a block there, which a link has led to. */
    private static boolean isFreeAt(long word, long address) {
        return word != 0 && isGranule(address) && (Memory.getLong(word) & bit(address)) == 0;
    }

    static long bit(long address) {
        return 1L << (address >>> Geometry.GRANULE_SHIFT & 63);
    }

    static boolean isGranule(long address) {
        return (address & Geometry.GRANULE_BYTES - 1) == 0;
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
        inUse = 0;
        taken = 0;
        blockBytes = 0;
        capacity = 0;
        slabCount = 0;
        drop();
        return true;
    }

    public boolean isOpen() {
        return blockBytes != 0;
    }

    /** Blocks that users hold. */
    public long inUse() {
        return inUse;
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
        long word = wordOf(address);
        return word != 0 && isGranule(address) && (Memory.getLong(word) & bit(address)) != 0;
    }

    /** Whether the invariant holds, for tests: every block is counted once. */
    public boolean isValid() {
        return PoolSlabs.isValid(this);
    }
}
