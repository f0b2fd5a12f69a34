package dev.quarry.core.page;

import dev.quarry.core.base.Build;
import dev.quarry.core.base.Held;
import dev.quarry.core.base.InC;
import dev.quarry.core.base.Lock;
import dev.quarry.core.base.Memory;
import dev.quarry.core.tune.Geometry;

/**
 * Runs of 2^0 to 2^14 units, each aligned to its size. Splitting keeps the lower half; freeing
 * merges with the buddy as long as that is free and of the same order.
 *
 * <p>A free run's first unit has a record of two words, {@code [next+1 | previous+1]} as 32-bit
 * halves and {@code order+1}; the second word of every other unit is 0. All of it is guarded by
 * the buddy lock, which callers hold. Source: D. Knuth, The Art of Computer Programming 1, 2.5.
 */
public final class Buddy {
    /** No run to be had. */
    public static final long NONE = -1;

    private static final int TOP_ORDER = Geometry.ORDERS - 1;
    private static final long HALF_MASK = 0xFFFFFFFFL;

    private static final long[] HEADS = new long[Geometry.ORDERS];

    private static long lockWord;

    /** Units given to the lists so far; beyond them nothing has ever been handed out. */
    private static long knownUnits;

    /** Units of free runs that are dirty. */
    private static long dirtyUnits;

    private Buddy() {}

    /** Takes its lock word; false when metadata is exhausted. */
    public static boolean init() {
        lockWord = MetaBump.makeLock(lockWord, Held.BUDDY);
        return lockWord != 0;
    }

    /** Takes the lock; false when this thread has it already or must not wait for it. */
    public static boolean lock() {
        return Lock.acquire(lockWord);
    }

    /** Takes the lock to end what was begun under it. */
    public static void lockAgain() {
        Lock.acquire(lockWord);
    }

    /** Whether a signal handler must not take the lock to give it back and take it again. */
    public static boolean isInTheWay() {
        return Held.isInTheWay(lockWord);
    }

    /** Address of the list of large blocks freed while the lock was in the way. */
    public static long leftWord() {
        return lockWord + (Geometry.LINE_BYTES >> 1);
    }

    public static void unlock() {
        Lock.release(lockWord);
    }

    public static long lockWord() {
        return lockWord;
    }

    /**
     * Takes a run of 2^order units and opens it; {@link #NONE} when there is none. What has memory
     * behind it is taken before what is merely open, since that costs page faults and resident
     * memory; and what is open before what is not, so that a process at its limit can use again
     * what it has freed.
     */
    public static long allocate(int order) {
        for (int from = order; from <= TOP_ORDER && dirtyUnits != 0; from++) {
            if (isOpen(head(from), order) && DirtyUnits.isDirty(head(from) - 1)) {
                return take(head(from) - 1, from, order);
            }
        }
        for (int from = order; from <= TOP_ORDER; from++) {
            if (isOpen(head(from), order)) {
                return take(head(from) - 1, from, order);
            }
        }
        long unit = allocateClosed(order);
        return unit == NONE ? allocateDeepSlow(order) : unit;
    }

    /** Whether the first 2^order units of a free run, given as unit + 1, are open. */
    private static boolean isOpen(long next, int order) {
        return next != 0 && next - 1 + (1L << order) <= AddressSpace.openUnits();
    }

    /** Takes the start of a free run and puts the rest of it back into the lists. */
    private static long take(long unit, int from, int order) {
        remove(unit, from);
        for (int rest = from - 1; rest >= order; rest--) {
            insert(unit + (1L << rest), rest);
        }
        dirtyUnits -= DirtyUnits.count(unit, 1L << order);
        return unit;
    }

    /** Takes the 2^order units at {@code unit} from the middle of the free run at {@code head}. */
    public static void takeInside(long head, long unit, int order) {
        int from = freeOrder(head);
        remove(head, from);
        while (from > order) {
            from--;
            long upper = head + (1L << from);
            insert(unit < upper ? upper : head, from);
            head = unit < upper ? head : upper;
        }
        dirtyUnits -= DirtyUnits.count(unit, 1L << order);
    }

    private static long allocateClosed(int order) {
        int from = smallestFrom(order);
        if (from < 0 && grow()) {
            from = smallestFrom(order);
        }
        if (from < 0 || !AddressSpace.openUpTo(head(from) - 1 + (1L << order))) {
            return NONE;
        }
        return take(head(from) - 1, from, order);
    }

    /** Nothing more can be opened: looks for an open run behind the heads of the lists. */
    private static long allocateDeepSlow(int order) {
        for (int from = order; from <= TOP_ORDER; from++) {
            for (long next = head(from); next != 0; next = next(next - 1)) {
                if (isOpen(next, order)) {
                    return take(next - 1, from, order);
                }
            }
        }
        return NONE;
    }

    /** Gives a run back. */
    public static void free(long unit, int order) {
        Build.require((unit & ((1L << order) - 1)) == 0 && freeOrder(unit) < 0);
        dirtyUnits += DirtyUnits.count(unit, 1L << order);
        while (order < TOP_ORDER) {
            long buddy = unit ^ (1L << order);
            if (buddy >= knownUnits || freeOrder(buddy) != order) {
                break;
            }
            remove(buddy, order);
            unit = unit < buddy ? unit : buddy;
            order++;
        }
        insert(unit, order);
    }

    /** Gives the upper part of a run back, so that 2^newOrder units are left. */
    public static void shrink(long unit, int order, int newOrder) {
        while (order > newOrder) {
            order--;
            free(unit + (1L << order), order);
        }
    }

    /** Makes a run as large as 2^newOrder units where it lies; false and unchanged if it cannot. */
    public static boolean extend(long unit, int order, int newOrder) {
        if ((unit & ((1L << newOrder) - 1)) != 0 || unit + (1L << newOrder) > knownUnits) {
            return false;
        }
        for (int upper = order; upper < newOrder; upper++) {
            if (freeOrder(unit + (1L << upper)) != upper) {
                return false;
            }
        }
        if (!AddressSpace.openUpTo(unit + (1L << newOrder))) {
            return false;
        }
        for (int upper = order; upper < newOrder; upper++) {
            remove(unit + (1L << upper), upper);
            dirtyUnits -= DirtyUnits.count(unit + (1L << upper), 1L << upper);
        }
        return true;
    }

    /** Adds the next chunk (or, in a small address space, all of it) to the lists. */
    static boolean grow() {
        long left = AddressSpace.reservedUnits() - knownUnits;
        int order = TOP_ORDER;
        while (order >= 0 && 1L << order > left) {
            order--;
        }
        if (order < 0 || !UnitTables.openBuddy(knownUnits, knownUnits + (1L << order))) {
            return false;
        }
        long unit = knownUnits;
        knownUnits += 1L << order;
        insert(unit, order);
        return true;
    }

    private static int smallestFrom(int order) {
        while (order <= TOP_ORDER) {
            if (head(order) != 0) {
                return order;
            }
            order++;
        }
        return -1;
    }

    private static void insert(long unit, int order) {
        long first = head(order);
        long record = UnitTables.buddyRecord(unit);
        Memory.putLong(record, first << 32);
        Memory.putLong(record + 8, order + 1);
        if (first != 0) {
            setPrevious(first - 1, unit + 1);
        }
        setHead(order, unit + 1);
    }

    static void remove(long unit, int order) {
        long next = next(unit);
        long previous = previous(unit);
        if (next != 0) {
            setPrevious(next - 1, previous);
        }
        if (previous != 0) {
            setNext(previous - 1, next);
        } else {
            setHead(order, next);
        }
        Memory.putLong(UnitTables.buddyRecord(unit) + 8, 0);
    }

    /** Order of the free run that starts at a known unit; -1 when none does. */
    public static int freeOrder(long unit) {
        return (int) Memory.getLong(UnitTables.buddyRecord(unit) + 8) - 1;
    }

    /** The unit after a free run in its list, plus 1; 0 at the end. */
    public static long next(long unit) {
        return Memory.getLong(UnitTables.buddyRecord(unit)) >>> 32;
    }

    /** The unit before a free run in its list, plus 1; 0 at the head. */
    public static long previous(long unit) {
        return Memory.getLong(UnitTables.buddyRecord(unit)) & HALF_MASK;
    }

    private static void setNext(long unit, long next) {
        Memory.putLong(UnitTables.buddyRecord(unit), next << 32 | previous(unit));
    }

    private static void setPrevious(long unit, long previous) {
        Memory.putLong(UnitTables.buddyRecord(unit), next(unit) << 32 | previous);
    }

    /** The first unit of the free run that a unit lies in; {@link #NONE} when it lies in none. */
    public static long freeRunOf(long unit) {
        for (int order = 0; order <= TOP_ORDER; order++) {
            long head = unit & -(1L << order);
            if (freeOrder(head) >= order) {
                return head;
            }
        }
        return NONE;
    }

    /** Units of free runs that have memory behind them. */
    public static long dirtyUnits() {
        return dirtyUnits;
    }

    /** So many units of free runs have given their memory back, or left with a whole chunk. */
    public static void subtractDirty(long units) {
        dirtyUnits -= units;
    }

    /** Units that belong to a free run or to somebody. */
    public static long knownUnits() {
        return knownUnits;
    }

    /** First free run of an order, plus 1; 0 when there is none. */
    @InC
    public static long head(int order) {
        return HEADS[order];
    }

    @InC
    private static void setHead(int order, long unitAndOne) {
        HEADS[order] = unitAndOne;
    }
}
