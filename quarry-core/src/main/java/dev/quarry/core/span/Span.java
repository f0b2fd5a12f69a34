package dev.quarry.core.span;

import dev.quarry.core.base.Build;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.InC;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;
import org.jspecify.annotations.Nullable;

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
 * not yet taken up is live. Which blocks are free is said by their states alone: nothing is written
 * into a freed block, so nothing that is written there can mislead.
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

    /** Nothing has happened since its free pages went back. */
    public static final int PURGED = -1;

    // Read by every thread that frees; written when the unit changes hands. A cache line in C.
    /** Who allocates from it; null for a large block and for nothing. */
    public volatile @Nullable Heap owner;

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

    /** Of a large block: number of the {@link Account} it is charged to; 0 = none. */
    public int account;

    // The heap's, under its lock; in a span's head only.
    /** From here on every block reads as zero. Once one was freed, this is at least the bump. */
    public long zeroedFrom;

    /** No free block lies below. */
    public long search;

    /** Most recently freed block, unless it has been taken since; 0 = none. */
    public long recent;

    /** First block never carved: nothing beyond it has been handed out. */
    public long bump;

    /** Freed blocks. */
    public int freeCount;

    /** Blocks out of this span. */
    public int liveCount;

    /** FULL, CURRENT, AVAILABLE or RETIRED. */
    public int place;

    /** 0 when a block left or came back since a pass looked; else the pass's, or PURGED. */
    public int calm;

    /** List of its heap, or of its account, that it is in: next and previous; null at the ends. */
    public @Nullable Span next;

    public @Nullable Span previous;

    /** What has no description: all zero, for ever. */
    @InC
    public static Span empty() {
        return SpanTable.EMPTY;
    }

    /**
     * Moves up to {@code count} freed blocks, the lowest first, into a magazine's slots below
     * {@code count}, downwards; returns how many. The blocks themselves are not touched.
     */
    public long takeFreedBatch(Magazine magazine, long count) {
        if (freeCount == 0) {
            return 0; // Nothing is written: it may be the empty description.
        }
        long block = search;
        long bytes = blockBytes;
        long wanted = count < freeCount ? count : freeCount;
        long left = wanted;
        long slot = count;
        while (left > 0) {
            Build.require(block < bump);
            long state = magazine.stateOf(block);
            if (Memory.getByte(state) == BlockState.FREE) {
                Memory.putByte(state, BlockState.NONE);
                slot--;
                magazine.setSlot(slot, block);
                left--;
            }
            block += bytes;
        }
        search = block;
        freeCount -= (int) wanted;
        liveCount += (int) wanted;
        calm = 0;
        return wanted;
    }

    /** Takes the block freed last, or else the lowest; 0 when none is free. */
    public long takeFreed() {
        if (freeCount == 0) {
            return 0;
        }
        long block = recent;
        recent = 0;
        if (block == 0 || BlockState.in(this, block) != BlockState.FREE) {
            block = search;
            while (BlockState.in(this, block) != BlockState.FREE) {
                block += blockBytes;
            }
            search = block + blockBytes;
        }
        BlockState.put(this, block, BlockState.NONE);
        freeCount--;
        liveCount++;
        calm = 0;
        return block;
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
        calm = 0;
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
        calm = 0;
        return block;
    }

    /** Takes a block back. */
    public void put(long block) {
        BlockState.put(this, block, BlockState.FREE);
        recent = block;
        search = block < search ? block : search;
        freeCount++;
        liveCount--;
        calm = 0;
        zeroedFrom = zeroedFrom < bump ? bump : zeroedFrom;
    }

    /**
     * Takes back the blocks in a magazine's slots from {@code slot} on, up to {@code end} or to the
     * first block of another span; returns the slot where it stopped.
     */
    public long putBatch(Magazine magazine, long slot, long end) {
        long first = firstBlock;
        long bytes = runBytes();
        long lowest = search;
        long at = slot;
        while (at < end) {
            long block = magazine.slot(at);
            if (!Memory.isBelow(block - first, bytes)) {
                break;
            }
            Memory.putByte(magazine.stateOf(block), BlockState.FREE);
            lowest = block < lowest ? block : lowest;
            at++;
        }
        search = lowest;
        zeroedFrom = zeroedFrom < bump ? bump : zeroedFrom;
        freeCount += (int) (at - slot);
        liveCount -= (int) (at - slot);
        calm = 0;
        return at;
    }

    /** The state shift of what starts in this unit. */
    public int stateShift() {
        return kind == SMALL ? SizeClasses.stateShift(sizeClass) : Geometry.MAX_STATE_SHIFT;
    }

    /** Whether a block can be taken. */
    public boolean hasRoom() {
        return freeCount != 0 || bump < end;
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
