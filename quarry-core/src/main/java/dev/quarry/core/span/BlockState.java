package dev.quarry.core.span;

import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/**
 * One byte per block: who holds it.
 *
 * <pre>
 *   NONE     no block starts here, or one that was never used or is in a magazine
 *   LIVE     a user; the byte is the last one of the block's address, plus 1
 *   PENDING  freed by a thread other than the owner, not yet taken up
 *   FREE     nobody; its span can give it
 * </pre>
 *
 * <p>The bytes lie as close as the blocks allow: in one table for each power of two, the <i>state
 * shift</i>, with a byte for every so many bytes of the address space. Blocks are at least as far
 * apart as their class's shift says, up to {@link Geometry#MAX_STATE_SHIFT}; so two have two bytes,
 * and an address within a block has another last byte than the block that shares its state.
 *
 * <p>A user's block becomes free by exactly one change of its byte: the owner's plain store, or
 * another thread's CAS to PENDING (to NONE for a large block).
 */
public final class BlockState {
    public static final int NONE = 0;
    public static final int LIVE = 1;
    public static final int PENDING = 2;
    public static final int FREE = 3;

    /** Only while all structures are checked: in a magazine. */
    public static final int SEEN = 4;

    /** Only while all structures are checked: pending, and in a parcel. */
    public static final int SENT = 5;

    private BlockState() {}

    /** The byte of a user's block. What starts no granule may seem to have another's. */
    public static int live(long block) {
        return (int) (block + LIVE) & 0xFF;
    }

    /** Writes the byte of a block that is a user's from now on. */
    public static void mark(long state, long block) {
        Memory.putByte(state, (int) block + LIVE);
    }

    /** Address of the byte that an address 0 would have in the table of a shift. */
    public static long table(int shift) {
        return UnitTables.states(shift) - (AddressSpace.base >>> shift);
    }

    /** Address of the byte of a block in the unit that {@code at} describes. */
    public static long addressOf(Span at, long block) {
        int shift = at.stateShift();
        return table(shift) + (block >>> shift);
    }

    private static int byteFor(long block, int state) {
        return state == LIVE ? live(block) : state;
    }

    /** The state of the block at an address of an open unit, described by {@code at}. */
    public static int in(Span at, long block) {
        int state = Memory.getByte(addressOf(at, block));
        boolean isStart = (block & Geometry.GRANULE_BYTES - 1) == 0 && state == live(block);
        boolean isOthers = (state & Geometry.GRANULE_BYTES - 1) == LIVE;
        return isStart ? LIVE : isOthers ? NONE : state;
    }

    /** The state of the block at an address of an open unit. */
    public static int of(long block) {
        return in(SpanTable.at(AddressSpace.unitOf(block)), block);
    }

    /** A plain write: the caller holds the block, or its span's lock. */
    public static void put(Span at, long block, int state) {
        Memory.putByte(addressOf(at, block), byteFor(block, state));
    }

    /** As {@link #put}. */
    public static void set(long block, int state) {
        put(SpanTable.at(AddressSpace.unitOf(block)), block, state);
    }

    /** Changes a state that other threads may be changing; false when it was another. */
    public static boolean change(Span at, long block, int from, int to) {
        return Memory.casByte(addressOf(at, block), byteFor(block, from), byteFor(block, to));
    }

    /** Forgets the states of a stretch that is no span's any more. */
    public static void clear(long start, long bytes, int sizeClass) {
        int shift = SizeClasses.stateShift(sizeClass);
        long states = table(shift) + (start >>> shift);
        Memory.zero(states, (bytes + (1L << shift) - 1) >>> shift);
    }
}
