package dev.quarry.core.span;

import dev.quarry.core.base.InC;
import java.util.Arrays;

/**
 * Free blocks of one class that a heap's thread takes and gives without a lock: an array, used as a
 * stack. They count as live for their spans. 0 <= count <= capacity.
 * A busy one has a reserve, from which it is filled and into which it overflows first.
 *
 * <p>After three refills without an overflow the thread is in bulk: it takes as much as there is
 * room for, and its next overflow gives everything back.
 */
public final class Magazine {
    /** Bytes between two magazines of a heap in C: room for counts and slots. */
    public static final int SHIFT = 10;

    private static final long BULK_REFILLS = 3;

    private static final long[] NO_SLOTS = {};

    /** No magazine can hold more. */
    public static final int MAX_CAPACITY = (1 << SHIFT - 3) - 8;

    /** Blocks held. The borrowing thread's. */
    public long count;

    /** Blocks it may hold; 0 for what is no class. Grown and shrunk on slow paths. */
    public long capacity;

    /** Refills since the last overflow. */
    public long refillCount;

    /** Address of its reserve, a deeper stack of blocks behind it; 0 until it needs one. */
    public long reserve;

    /** Blocks in the reserve. */
    public long reserveCount;

    /** On HotSpot room for its capacity; in C for the largest. */
    private long[] slots = NO_SLOTS;

    /** Whether the thread has been allocating only for a while. */
    public boolean isInBulk() {
        return refillCount >= BULK_REFILLS;
    }

    /** Whether there is room for so many blocks, made now if need be; false without Java memory. */
    @InC
    public boolean makeSlots(long blocks) {
        try {
            if (slots.length < blocks) {
                slots = Arrays.copyOf(slots, (int) blocks);
            }
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    @InC
    public long slot(long index) {
        return slots[(int) index];
    }

    @InC
    public void setSlot(long index, long block) {
        slots[(int) index] = block;
    }
}
