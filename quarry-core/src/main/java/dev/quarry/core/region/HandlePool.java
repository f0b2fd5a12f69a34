package dev.quarry.core.region;

import dev.quarry.core.base.Guards;
import dev.quarry.core.base.InC;
import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Poison;
import org.jspecify.annotations.Nullable;

/**
 * A pool whose blocks are known by handles: the index of a slot in the low half, the generation of
 * that slot in the high half. Each free raises the generation, so a stale handle resolves to
 * nothing. When a generation cannot be raised any more the slot is retired.
 *
 * <p>Beside the blocks each slot has a word:
 *
 * <pre>
 *   in use     the handle itself: resolving is one comparison
 *   free       generation of the next handle | FREE + index of the next free slot, or LAST
 *   retired    RETIRED
 * </pre>
 *
 * <p>An index is below 2^31, so the word of a slot not in use, whose bit 31 is set, is no handle of
 * that slot. Generations begin at a number of the pool's own, so that a handle of another pool is
 * hardly ever one of this. Invariant: inUse + |free| + retired + uncarved == capacity. A closed
 * pool is all zero.
 */
public final class HandlePool {
    static final long FREE = 1L << 31;

    /** Ends the list of free slots. */
    static final long LAST = FREE - 1;

    /** Generation 0 is nobody's. */
    static final long RETIRED = FREE | LAST;

    static final long INDEX_MASK = (1L << 32) - 1;
    static final long LAST_GENERATION = INDEX_MASK;

    // The fast paths'.
    /** Address of the slots' words. */
    long words;

    /** Slots that ever were in use; the words behind them mean nothing. */
    long carved;

    /** Index of the slot freed last; LAST when there is none. */
    long free;

    /** Blocks of the first slab. */
    long start;

    long blockBytes;

    /** Slots in the first slab. */
    long firstCount;

    /** Slots that users hold. */
    long inUse;

    // Slow paths'.
    /** Slots of all slabs. */
    long capacity;

    long retired;

    /** Bytes of a block that were asked for. */
    long askedBytes;

    /** What the first handle of each slot has. */
    long firstGeneration;

    /** The first slab has 2^shift slots, each later one as many as all before; 32 when fixed. */
    int shift;

    /** Table of slabs: start. */
    long slabs;

    int slabCount;

    /** All zero. */
    @InC
    private static HandlePool make() {
        return new HandlePool();
    }

    /** Takes the object of a closed pool back for the next one. */
    @InC
    private void drop() {}

    /**
     * A pool of {@code count} blocks of {@code bytes} bytes; null when memory is exhausted or a
     * number too large. A fixed one never has more; one that grows begins with the next power of
     * two, 1024 if {@code count} is 0.
     */
    public static @Nullable HandlePool open(long bytes, long count, boolean isFixed) {
        HandlePool pool = HandleSlabs.isTooLarge(bytes, count) ? null : make();
        if (pool == null) {
            return null;
        }
        pool.askedBytes = bytes;
        pool.blockBytes = PoolSlabs.roundUp(bytes);
        pool.free = LAST;
        if (HandleSlabs.begin(pool, count, isFixed)) {
            return pool;
        }
        pool.close();
        return null;
    }

    /** The handle of a block, its content undefined; 0 when there is none, or CLOSED. */
    public long allocate() {
        long index = free;
        if (index == LAST || words == 0) {
            return HandleSlabs.allocateSlow(this);
        }
        long word = words + (index << 3);
        long state = Memory.getLong(word);
        free = state & LAST;
        long handle = state & ~INDEX_MASK | index;
        Memory.putLong(word, handle);
        inUse++;
        Poison.allocated(addressOf(index), askedBytes);
        return handle;
    }

    /** The address of a handle's block; 0 when the handle is stale or was never given. */
    public long resolve(long handle) {
        long index = handle & INDEX_MASK;
        return isLive(handle, index) ? addressOf(index) : 0;
    }

    private boolean isLive(long handle, long index) {
        return Memory.isBelow(index, carved)
                && (Memory.getLong(words + (index << 3)) == handle || !Guards.handleLive());
    }

    /** Takes a handle's block back: 0; or STALE. */
    public int free(long handle) {
        long index = handle & INDEX_MASK;
        if (!isLive(handle, index)) {
            return Refusal.STALE;
        }
        if (Dead.isMarked()) {
            Dead.mark(addressOf(index), blockBytes);
        }
        inUse--;
        long generation = handle >>> 32;
        if (generation == LAST_GENERATION && Guards.handleRetire()) {
            Memory.putLong(words + (index << 3), RETIRED);
            retired++;
            return 0;
        }
        long raised = generation == LAST_GENERATION ? 1 : generation + 1;
        Memory.putLong(words + (index << 3), raised << 32 | FREE | free);
        free = index;
        return 0;
    }

    /** The address of a slot's block. */
    long addressOf(long index) {
        return Memory.isBelow(index, firstCount)
                ? start + index * blockBytes
                : HandleSlabs.addressSlow(this, index);
    }

    /** Gives all memory back; false when it was closed already. */
    public boolean close() {
        if (!isOpen()) {
            return false;
        }
        HandleSlabs.giveAll(this);
        carved = 0;
        free = 0;
        start = 0;
        blockBytes = 0;
        firstCount = 0;
        inUse = 0;
        capacity = 0;
        retired = 0;
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

    /** Slots there are, the retired ones too. */
    public long capacity() {
        return capacity;
    }

    /** Slots whose generations are used up. */
    public long retired() {
        return retired;
    }

    /** Bytes of each block. */
    public long blockBytes() {
        return blockBytes;
    }

    /**
     * For tests: the free slot that comes next has been in use so often that its next handle has
     * this generation. False when no freed slot waits.
     */
    public boolean seed(long generation) {
        return HandleSlabs.seed(this, generation);
    }

    /** Whether the invariant holds, for tests: every slot is counted once. */
    public boolean isValid() {
        return HandleSlabs.isValid(this);
    }
}
