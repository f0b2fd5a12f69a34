package dev.quarry.core.span;

import dev.quarry.core.base.Build;
import dev.quarry.core.base.InC;
import java.util.Arrays;

/**
 * Free blocks of one class that a heap's thread takes and gives without a lock: an array, used as a
 * stack between two ends. They count as live for their spans. {@code bottom <= top <= end}.
 * A busy one has a reserve, from which it is filled and into which it overflows first.
 *
 * <p>Its positions are indexes here and addresses in C, so that the fast paths calculate nothing.
 * A C heap keeps all its magazines' heads together, apart from their blocks: a thread that uses a
 * few classes touches few pages, and the heads do not compete for the same places in the caches.
 *
 * <p>After three refills without an overflow the thread is in bulk: it takes as much as there is
 * room for, and its next overflow gives everything back.
 */
public final class Magazine {
    /** No magazine can hold more. */
    public static final int MAX_CAPACITY = 120;

    /** In C: blocks for which a heap has room without taking more metadata. */
    public static final int FIRST_CAPACITY = 16;

    /** Bytes between the heads of two magazines of a heap in C. */
    public static final int SHIFT = 6;

    private static final long BULK_REFILLS = 3;

    private static final long[] NO_SLOTS = {};

    /** Position after the block put last. The borrowing thread's, as all that follows. */
    private long top;

    /** Position of the first block. */
    private long bottom;

    /** Position after the last block that it may hold; the bottom for what is no class. */
    private long end;

    /** Refills since the last overflow. */
    public long refillCount;

    /** Address of its reserve, a deeper stack of blocks behind it; 0 until it needs one. */
    public long reserve;

    /** Blocks in the reserve. */
    public long reserveCount;

    /** 0 when blocks moved into the reserve or out of it since a pass looked; else the pass's. */
    public int reserveCalm;

    /** In C: whether its slots have moved to where {@link #MAX_CAPACITY} have room. */
    public boolean hasRoom;

    /** On HotSpot room for its capacity. */
    private long[] slots = NO_SLOTS;

    /** Whether the thread has been allocating only for a while. */
    public boolean isInBulk() {
        return Build.bulk() && refillCount >= BULK_REFILLS;
    }

    public boolean isEmpty() {
        return top == bottom;
    }

    public boolean isFull() {
        return top == end;
    }

    /** Takes the block put last; there is one. */
    @InC
    public long pop() {
        top--;
        return slots[(int) top];
    }

    /** Puts a block; there is room. */
    @InC
    public void push(long block) {
        slots[(int) top] = block;
        top++;
    }

    /** Blocks held. */
    @InC
    public long count() {
        return top;
    }

    /** Says that so many are held now, the slots below having been written. */
    @InC
    public void setCount(long blocks) {
        top = blocks;
    }

    /** Blocks it may hold. */
    @InC
    public long capacity() {
        return end;
    }

    /** So many it may hold from now on; it has slots for them. */
    @InC
    public void setCapacity(long blocks) {
        end = blocks;
    }

    /** Whether there are slots for so many blocks, made now if need be; false without memory. */
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
