package dev.quarry.core.span;

import dev.quarry.core.base.Build;
import dev.quarry.core.base.InC;
import dev.quarry.core.tune.SizeClasses;
import java.util.Arrays;

/**
 * Free blocks of one class that a heap's thread takes and gives without a lock: an array, used as a
 * stack between two ends. They count as live for their spans. {@code bottom <= top <= end}.
 * A busy one has a reserve, from which it is filled and into which it overflows first.
 *
 * <p>The block put last is kept apart and goes to its slot when another one is put on it: who pops
 * has it after one load, where it would else wait for the position first. Below the first block
 * lies a 0, which comes up when the last one is taken.
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
    public static final int MAX_CAPACITY = 119;

    /** In C: blocks for which a heap has room without taking more metadata. */
    public static final int FIRST_CAPACITY = 16;

    private static final int BULK_REFILLS = 3;

    private static final long[] NO_SLOTS = {};

    /** Position of the block put last. The borrowing thread's, as all that follows. */
    private long top;

    /** Position of the 0 below the first block. */
    @SuppressWarnings("UnusedVariable") // C's own.
    private long bottom;

    /** The most that {@link #top} may be; the bottom for what is no class. */
    private long end;

    /** The block put last; 0 when there is none. */
    private long last;

    /** Address of the state that a block at address 0 would have: see {@link BlockState}. */
    private long states;

    /** Address of its reserve, a deeper stack of blocks behind it; 0 until it needs one. */
    public long reserve;

    /** Blocks in the reserve. */
    public int reserveCount;

    /** 0 when blocks moved into the reserve or out of it since a pass looked; else the pass's. */
    public int reserveCalm;

    /** Refills since the last overflow. */
    public int refillCount;

    /** Of its blocks' states. */
    private byte stateShift;

    /** In C: whether its slots have moved to where {@link #MAX_CAPACITY} have room. */
    public boolean hasRoom;

    /** On HotSpot room for its capacity. */
    private long[] slots = NO_SLOTS;

    /** Whether the thread has been allocating only for a while. */
    public boolean isInBulk() {
        return Build.bulk() && refillCount >= BULK_REFILLS;
    }

    /** Says what class its blocks are of. */
    public void setClass(int sizeClass) {
        int shift = SizeClasses.stateShift(sizeClass);
        states = BlockState.table(shift);
        stateShift = (byte) shift;
    }

    /** Address of the state of a block of its class. */
    public long stateOf(long block) {
        return states + (block >>> stateShift);
    }

    public boolean isEmpty() {
        return last == 0;
    }

    public boolean isFull() {
        return top == end;
    }

    /** Takes the block put last; there is one. */
    @InC
    public long pop() {
        long block = last;
        top--;
        last = slots[(int) top];
        return block;
    }

    /** The position of the block put last. */
    public long top() {
        return top;
    }

    /** Whether there is no room above a position. */
    public boolean isEnd(long position) {
        return position == end;
    }

    /** Puts a block above the {@link #top()}, where there is room. */
    @InC
    public void pushOn(long position, long block) {
        slots[(int) position] = last;
        last = block;
        top = position + 1;
    }

    /** Puts a block; there is room. */
    public void push(long block) {
        pushOn(top, block);
    }

    /** Writes the block put last into its slot too, for who reads {@link #slot} by slot. */
    @InC
    public void layDown() {
        slots[(int) top] = last;
    }

    /** Whether the 0 lies below the first block, and is what an empty one has on top. */
    public boolean hasFloor() {
        return slot(-1) == 0 && isEmpty() == (count() == 0);
    }

    /** Block number {@code index} from below. */
    public long block(long index) {
        return index + 1 == count() ? last : slot(index);
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
        last = slots[(int) blocks];
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
            if (slots.length <= blocks) {
                slots = Arrays.copyOf(slots, (int) blocks + 1);
            }
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** What lies in the slot of a block, which for the one put last may be another. */
    @InC
    public long slot(long index) {
        return slots[(int) index + 1];
    }

    @InC
    public void setSlot(long index, long block) {
        slots[(int) index + 1] = block;
    }
}
