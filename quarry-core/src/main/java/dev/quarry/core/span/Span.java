package dev.quarry.core.span;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.InC;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.tune.Geometry;

/**
 * The description of one unit: of a span's first unit (its head), of a further unit of a span
 * (which repeats the first group below), of a large block, or of nothing (all zero).
 *
 * <pre>
 *   firstBlock                    bump                 end
 *   | live and free blocks ...    | uncarved ...       | tail |
 * </pre>
 *
 * <p>Invariant: liveCount + freeCount + uncarved == capacity. A block freed by another thread and
 * not yet taken up is live.
 */
public final class Span {
    public static final int NOTHING = 0;
    public static final int SMALL = 1;
    public static final int LARGE = 2;
    /** A large block on its way back: nobody's, and not yet a free run. */
    public static final int LEAVING = 3;

    /** Places of a span in its heap. */
    public static final int FULL = 0;

    public static final int CURRENT = 1;
    public static final int AVAILABLE = 2;
    public static final int RETIRED = 3;

    // Read by every thread that frees; written when the unit changes hands. A cache line in C.
    /** Who allocates from it; null for a large block and for nothing. */
    public volatile Heap owner;

    /** SMALL, LARGE, LEAVING or NOTHING; a long, so that this group fills its line. */
    public volatile long kind;

    /** The span's first unit. */
    public long headUnit;

    /** Units of the run: a power of two, or whole chunks above 1 GiB. */
    public long unitCount;

    /** Bytes of each block; of a large block, rounded up to whole pages. */
    public long blockBytes;

    public long firstBlock;

    /** Where carving stops: firstBlock plus a whole number of blocks. */
    public long end;

    /** Of a small span. */
    public int sizeClass;

    // The heap's, under its lock; in a span's head only.
    /** From here on every block reads as zero. Once one was freed, this is at least the bump. */
    public long zeroedFrom;

    /** Most recently freed block, linked through the blocks; 0 = none. */
    public long free;

    /** First block never carved: nothing beyond it has been handed out. */
    public long bump;

    /** Blocks in the list of freed ones. */
    public int freeCount;

    /** Blocks out of this span. */
    public int liveCount;

    /** FULL, CURRENT, AVAILABLE or RETIRED. */
    public int place;

    /** List of the heap it is in, next and previous; null at the ends. */
    public Span next;

    public Span previous;

    /** What has no description: all zero, for ever. */
    @InC
    public static Span empty() {
        return SpanTable.EMPTY;
    }

    /**
     * Moves up to {@code count} freed blocks, the most recent first, into a magazine's slots below
     * {@code count}, downwards; returns how many. A link that was overwritten ends the list, which
     * {@link #isBroken} then tells.
     */
    public long takeFreedBatch(Magazine magazine, long count) {
        if (free == 0) {
            return 0; // Nothing is written: it may be the empty description.
        }
        long block = free;
        long first = firstBlock;
        long carved = bump - first;
        long left = count;
        while (left > 0 && block != 0) {
            left--;
            magazine.setSlot(left, block);
            long next = Salt.decode(block, Memory.getLong(block));
            if (Guards.link() && !isLink(next, first, carved)) {
                next = brokenSlow(block);
            }
            block = next;
        }
        free = block;
        freeCount -= (int) (count - left);
        liveCount += (int) (count - left);
        return count - left;
    }

    /** Whether a link ends the list or leads to a granule of the carved part of a span. */
    private static boolean isLink(long next, long first, long carved) {
        long offset = next - first;
        return Memory.isBelow(offset, carved) && (offset & (Geometry.GRANULE_BYTES - 1)) == 0
                || next == 0;
    }

    /** Takes the most recently freed block, or 0 when no block is in the list. */
    public long takeFreed() {
        long block = free;
        if (block == 0) {
            return 0;
        }
        long next = Salt.decode(block, Memory.getLong(block));
        if (Guards.link() && !isLink(next, firstBlock, bump - firstBlock)) {
            next = brokenSlow(block);
        }
        free = next;
        freeCount--;
        liveCount++;
        return block;
    }

    private static long brokenSlow(long block) {
        Fault.raise(Fault.CORRUPT_LINK, block);
        return 0;
    }

    /** Whether the free list lost its rest because a link was overwritten. */
    public boolean isBroken() {
        return free == 0 && freeCount != 0;
    }

    /** Moves up to {@code count} blocks never used, the lowest first, likewise. */
    public long carveBatch(Magazine magazine, long count) {
        if (bump == end) {
            return 0;
        }
        long block = bump;
        long left = count;
        while (left > 0 && block < end) {
            left--;
            magazine.setSlot(left, block);
            block += blockBytes;
        }
        bump = block;
        liveCount += (int) (count - left);
        return count - left;
    }

    /** Takes a block never used before, or 0 when all are carved. */
    public long carve() {
        long block = bump;
        if (block >= end) {
            return 0;
        }
        bump = block + blockBytes;
        liveCount++;
        return block;
    }

    /** Takes a block back. */
    public void put(long block) {
        Memory.putLong(block, Salt.encode(block, free));
        free = block;
        freeCount++;
        liveCount--;
        zeroedFrom = zeroedFrom < bump ? bump : zeroedFrom;
    }

    /**
     * Takes back the blocks in a magazine's slots from {@code slot} on, up to {@code end} or to the
     * first block of another span; returns the slot where it stopped.
     */
    public long putBatch(Magazine magazine, long slot, long end) {
        long first = firstBlock;
        long bytes = runBytes();
        long link = free;
        long at = slot;
        while (at < end) {
            long block = magazine.slot(at);
            if (!Memory.isBelow(block - first, bytes)) {
                break;
            }
            Memory.putLong(block, Salt.encode(block, link));
            link = block;
            at++;
        }
        free = link;
        zeroedFrom = zeroedFrom < bump ? bump : zeroedFrom;
        freeCount += (int) (at - slot);
        liveCount -= (int) (at - slot);
        return at;
    }

    /** Puts a free block into the list that has lost it. */
    public void relink(long block) {
        Memory.putLong(block, Salt.encode(block, free));
        free = block;
        freeCount++;
    }

    /** The state of a user's block of this span. */
    public int userState() {
        return sizeClass + 1;
    }

    /** Whether a block can be taken. */
    public boolean hasRoom() {
        return free != 0 || bump < end;
    }

    /** Whether the address is where a carved block starts. */
    public boolean isBoundary(long address) {
        return address >= firstBlock
                && address < bump
                && (address - firstBlock) % blockBytes == 0;
    }

    /** What kind of fault it is to free an address of this span where no user's block is. */
    public int faultOf(long address) {
        return isBoundary(address) ? Fault.DOUBLE_FREE : Fault.NOT_A_BLOCK;
    }

    /** Blocks the span can hold. */
    public long capacity() {
        return blockBytes == 0 ? 0 : (end - firstBlock) / blockBytes;
    }

    public long uncarvedCount() {
        return blockBytes == 0 ? 0 : (end - bump) / blockBytes;
    }

    /** The description of the span's first unit. */
    public Span head() {
        return SpanTable.at(headUnit);
    }

    /** Bytes of the run. */
    public long runBytes() {
        return unitCount << Geometry.UNIT_SHIFT;
    }
}
