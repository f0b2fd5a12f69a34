package dev.quarry.core.span;

import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/**
 * One byte per granule of the address space: who holds the block that starts there.
 *
 * <pre>
 *   0        no block starts here, or one that was never used or is in a magazine
 *   1..40    a user; the number is the block's size class plus 1
 *   PENDING  freed by a thread other than the owner, not yet taken up
 *   LARGE    a user; a large block
 *   FREE     nobody; its span can give it
 * </pre>
 *
 * <p>A user's block becomes free by exactly one change of its byte: the owner's plain store, or
 * another thread's CAS to PENDING (to 0 for a large block). The number also names the magazine the
 * block goes to; what is no live block of a class names one that is always full, so that a free
 * needs no branch to tell.
 */
public final class BlockState {
    public static final int NONE = 0;
    public static final int PENDING = SizeClasses.COUNT + 1;
    public static final int LARGE = SizeClasses.COUNT + 2;

    public static final int FREE = SizeClasses.COUNT + 3;
    /** Only while all structures are checked: in a magazine. */
    public static final int SEEN = SizeClasses.COUNT + 4;

    /** Only while all structures are checked: pending, and in a parcel. */
    public static final int SENT = SizeClasses.COUNT + 5;

    /** Number of different states. */
    public static final int COUNT = SizeClasses.COUNT + 6;

    /** Up to this size of its blocks a span's states are zeroed as a whole, in wide stores. */
    private static final long ZEROED_WHOLE = 512;

    private BlockState() {}

    /** The state of the granule of that number in the address space. */
    public static int at(long granule) {
        return Memory.getByte(UnitTables.states() + granule);
    }

    /** A plain write: the caller holds the block, or its span's lock. */
    public static void put(long granule, int state) {
        Memory.putByte(UnitTables.states() + granule, state);
    }

    /** Address of the state of the granule at an address of the space. */
    public static long addressOf(long granule) {
        return UnitTables.states() + AddressSpace.granuleOf(granule);
    }

    /**
     * Forgets the states of a stretch that is no span's any more. No other granule than one where a
     * block starts has a state: of large blocks these are few among many.
     */
    public static void clear(long start, long bytes, long blockBytes) {
        long states = addressOf(start);
        long end = states + (bytes >>> Geometry.GRANULE_SHIFT);
        if (blockBytes <= ZEROED_WHOLE) {
            Memory.zero(states, end - states);
            return;
        }
        long step = blockBytes >>> Geometry.GRANULE_SHIFT;
        for (long state = states; state < end; state += step) {
            Memory.putByte(state, NONE);
        }
    }

    /** The state of the block at an address of the space. */
    public static int of(long block) {
        return at(AddressSpace.granuleOf(block));
    }

    public static void set(long block, int state) {
        put(AddressSpace.granuleOf(block), state);
    }

    /** Changes a state that other threads may be changing; false when it was another. */
    public static boolean change(long block, int from, int to) {
        long address = UnitTables.states() + AddressSpace.granuleOf(block);
        return Memory.casByte(address, from, to);
    }

    /** Whether it says that a user holds a small block. */
    public static boolean isSmall(int state) {
        return state > NONE && state < PENDING;
    }
}
