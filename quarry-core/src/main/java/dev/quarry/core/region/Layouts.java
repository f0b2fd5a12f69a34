package dev.quarry.core.region;

import dev.quarry.core.base.InC;
import dev.quarry.core.base.Lock;
import dev.quarry.core.owner.Boot;
import java.lang.foreign.Arena;

/**
 * What checked builds of the strict interface know of each block in use: its size and alignment. A
 * hash table with open addressing, at most half full; under its own lock. For any allocator's
 * blocks, so it relies on nothing about their addresses.
 *
 * <p>Source of the removal that leaves no gaps: D. Knuth, The Art of Computer Programming 3, 6.4,
 * algorithm R.
 */
public final class Layouts {
    private static final int FIRST_SHIFT = 10;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int BLOCK = 0;
    private static final int BYTES = 1;
    private static final int ALIGNMENT = 2;

    private static long table;

    /** The table has 2^shift places. */
    private static int shift;

    private static long count;

    private Layouts() {}

    /** Address of the lock word. */
    @InC
    public static long lockWord() {
        return Word.ADDRESS;
    }

    /** Notes a block that was handed out; false when there is no memory to note it. */
    public static boolean note(long block, long bytes, long alignment) {
        if (!Boot.boot() || !Lock.acquire(lockWord())) {
            return false;
        }
        boolean hasRoom = table != 0 && count < 1L << shift - 1 || grow();
        if (hasRoom) {
            put(block, bytes, alignment);
            count++;
        }
        Lock.release(lockWord());
        return hasRoom;
    }

    /** Forgets a block that is given back with its layout; what {@link Strict} says otherwise. */
    public static int forget(long block, long bytes, long alignment) {
        if (!Boot.boot() || !Lock.acquire(lockWord())) {
            return Strict.NONE;
        }
        long place = table == 0 ? -1 : find(block);
        int problem = problemAt(place, bytes, alignment);
        if (problem == Strict.NONE) {
            remove(place);
            count--;
        }
        Lock.release(lockWord());
        return problem;
    }

    /** Blocks in use. */
    public static long count() {
        return count;
    }

    private static int problemAt(long place, long bytes, long alignment) {
        if (place < 0) {
            return Strict.UNKNOWN;
        }
        if (Records.get(table, place, BYTES) != bytes) {
            return Strict.OTHER_SIZE;
        }
        boolean isSame = Records.get(table, place, ALIGNMENT) == alignment;
        return isSame ? Strict.NONE : Strict.OTHER_ALIGNMENT;
    }

    private static long homeOf(long block) {
        return block * SPREAD >>> 64 - shift;
    }

    private static long after(long place) {
        return place + 1 & (1L << shift) - 1;
    }

    /** The place of a block, or -1. */
    private static long find(long block) {
        long place = homeOf(block);
        while (Records.get(table, place, BLOCK) != 0) {
            if (Records.get(table, place, BLOCK) == block) {
                return place;
            }
            place = after(place);
        }
        return -1;
    }

    private static void put(long block, long bytes, long alignment) {
        long place = homeOf(block);
        while (Records.get(table, place, BLOCK) != 0) {
            place = after(place);
        }
        Records.set(table, place, BYTES, bytes);
        Records.set(table, place, ALIGNMENT, alignment);
        Records.set(table, place, BLOCK, block);
    }

    /** Moves up what could no longer be found across the place that becomes empty. */
    private static void remove(long place) {
        long gap = place;
        long next = after(gap);
        while (Records.get(table, next, BLOCK) != 0) {
            long block = Records.get(table, next, BLOCK);
            long mask = (1L << shift) - 1;
            if ((next - homeOf(block) & mask) >= (next - gap & mask)) {
                Records.set(table, gap, BYTES, Records.get(table, next, BYTES));
                Records.set(table, gap, ALIGNMENT, Records.get(table, next, ALIGNMENT));
                Records.set(table, gap, BLOCK, block);
                gap = next;
            }
            next = after(next);
        }
        Records.set(table, gap, BLOCK, 0);
    }

    private static boolean grow() {
        long old = table;
        int oldShift = shift;
        int newShift = old == 0 ? FIRST_SHIFT : oldShift + 1;
        long made = Records.takeZeroed(Records.bytesOf(1L << newShift));
        if (made == 0) {
            return false;
        }
        table = made;
        shift = newShift;
        for (long place = 0; old != 0 && place < 1L << oldShift; place++) {
            long block = Records.get(old, place, BLOCK);
            if (block != 0) {
                put(block, Records.get(old, place, BYTES), Records.get(old, place, ALIGNMENT));
            }
        }
        Records.give(old);
        return true;
    }

    /** Keeps the initialiser of the class itself free of objects. */
    private static final class Word {
        static final long ADDRESS = Arena.global().allocate(8, 8).address();

    }
}
