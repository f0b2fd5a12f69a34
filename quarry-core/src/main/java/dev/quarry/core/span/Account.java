package dev.quarry.core.span;

import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.tune.Geometry;

/**
 * What a program's own heap may hold, and holds: a node of the tree of limits, as raw words. The
 * address of its record is the account; 0 is none, which everything is charged to for nothing.
 *
 * <p>Charged are whole units: the runs of spans, and of large blocks the units they use. So charges
 * are made where runs are taken and given back, under the buddy lock, and all words here but the
 * links are guarded by it. A charge goes up the tree only if it has room all the way up; nothing
 * has to be undone.
 *
 * <p>What is reserved for a child counts at its parent from the beginning. Invariant: {@code used}
 * is what its own heap holds plus, for each child, the greater of the child's {@code used} and
 * {@code reserved}; {@code used <= limit}, unless the limit was lowered since.
 */
public final class Account {
    public static final long NO_LIMIT = Long.MAX_VALUE;

    private static final long LIMIT = 0;
    private static final long RESERVED = 8;
    private static final long USED = 16;
    private static final long MOST = 24;
    private static final long LARGE_UNIT = 32;
    private static final long LARGE_COUNT = 40;
    private static final long LARGE_BYTES = 48;
    private static final long SEEN = 56;

    // Written under the lock of the tree of heaps, the parent under both.
    private static final long PARENT = 64;
    private static final long CHILD = 72;
    private static final long NEXT = 80;
    private static final long PREVIOUS = 88;
    private static final long PLACE = 96;

    // Under its heap's lock.
    private static final long REFUSALS = 104;

    private static final long RECORD_BYTES = 2 * Geometry.LINE_BYTES;
    private static final int NUMBER_SHIFT = 6;

    /** The record before all others, which is nobody's. */
    private static long none;

    private Account() {}

    /** Takes the first record; false when metadata is exhausted. */
    public static boolean init() {
        none = none == 0 ? MetaBump.allocate(Geometry.LINE_BYTES) : none;
        return none != 0;
    }

    /** A new account of the heap at a place in the table of heaps; 0 without memory. */
    public static long make(int place) {
        long account = MetaBump.allocate(RECORD_BYTES);
        if (account != 0) {
            Memory.putLong(account + PLACE, place);
        }
        return account;
    }

    /** A number for an account, above 0, that fits into a description; 0 for none. */
    public static int numberOf(long account) {
        return account == 0 ? 0 : (int) (account - none >>> NUMBER_SHIFT);
    }

    public static long numbered(int number) {
        return number == 0 ? 0 : none + ((long) number << NUMBER_SHIFT);
    }

    /**
     * Makes an unused account a child of another, or of none; false, with nothing changed, when the
     * parent has no room for what is reserved. The tree's lock is held.
     */
    public static boolean open(long account, long parent, long limit, long reserved) {
        if (!Buddy.lock()) {
            return false;
        }
        boolean isOpened = charge(parent, reserved);
        if (isOpened) {
            Memory.putLong(account + LIMIT, limit);
            Memory.putLong(account + RESERVED, reserved);
            Memory.putLong(account + MOST, 0);
            Memory.putLong(account + PARENT, parent);
        }
        Buddy.unlock();
        if (isOpened && parent != 0) {
            link(account, parent);
        }
        return isOpened;
    }

    /** Takes an account that is charged with nothing out of the tree. The tree's lock is held. */
    public static void close(long account) {
        Buddy.lockAgain();
        long parent = parent(account);
        add(parent, -Memory.getLong(account + RESERVED));
        Memory.putLong(account + RESERVED, 0);
        Memory.putLong(account + PARENT, 0);
        Buddy.unlock();
        if (parent != 0) {
            unlink(account, parent);
        }
    }

    private static void link(long account, long parent) {
        long first = child(parent);
        Memory.putLong(account + PREVIOUS, 0);
        Memory.putLong(account + NEXT, first);
        if (first != 0) {
            Memory.putLong(first + PREVIOUS, account);
        }
        Memory.putLong(parent + CHILD, account);
    }

    private static void unlink(long account, long parent) {
        long next = next(account);
        long previous = Memory.getLong(account + PREVIOUS);
        if (previous == 0) {
            Memory.putLong(parent + CHILD, next);
        } else {
            Memory.putLong(previous + NEXT, next);
        }
        if (next != 0) {
            Memory.putLong(next + PREVIOUS, previous);
        }
    }

    /** Charges bytes all the way up; false, with nothing changed, when a limit refuses. */
    public static boolean charge(long account, long bytes) {
        if (refuserOf(account, bytes) != 0 && Guards.heapLimit()) {
            return false;
        }
        add(account, bytes);
        return true;
    }

    /** The lowest account on the way up that has no room for so many bytes more; 0 if all have. */
    public static long refuserOf(long account, long bytes) {
        long more = bytes;
        for (long at = account; at != 0 && more != 0; at = parent(at)) {
            if (more > limit(at) - used(at)) {
                return at;
            }
            more = countedAbove(at, used(at) + more) - countedAbove(at, used(at));
        }
        return 0;
    }

    /** How often a limit has refused a run to its own heap, whose lock is held; not of 0. */
    public static long refusals(long account) {
        return Memory.getLong(account + REFUSALS);
    }

    /** As {@link #charge}, for a run that its own heap takes; the heap's lock is held. */
    public static boolean chargeRun(long account, long bytes) {
        boolean isCharged = charge(account, bytes);
        if (!isCharged) {
            Memory.putLong(account + REFUSALS, refusals(account) + 1);
        }
        return isCharged;
    }

    /** Takes back what was charged. */
    public static void credit(long account, long bytes) {
        add(account, -bytes);
    }

    private static void add(long account, long bytes) {
        long more = bytes;
        for (long at = account; at != 0 && more != 0; at = parent(at)) {
            long before = used(at);
            long now = before + more;
            Memory.putLong(at + USED, now);
            Memory.putLong(at + MOST, now > most(at) ? now : most(at));
            more = countedAbove(at, now) - countedAbove(at, before);
        }
    }

    /** What counts at the parent of an account that uses so many bytes. */
    public static long countedAbove(long account, long used) {
        long reserved = reserved(account);
        return used > reserved ? used : reserved;
    }

    /** Bytes that can be charged now; NO_LIMIT when there is no limit all the way up. */
    public static long headroom(long account) {
        long room = NO_LIMIT;
        long promised = 0;
        for (long at = account; at != 0; at = parent(at)) {
            long free = limit(at) - used(at) + promised;
            boolean isLess = limit(at) != NO_LIMIT && free < room;
            room = isLess ? free : room;
            promised += countedAbove(at, used(at)) - used(at);
        }
        return room < 0 ? 0 : room;
    }

    /** Sets another limit, below what is used if need be; false below what is reserved. */
    public static boolean setLimit(long account, long limit) {
        if (limit < reserved(account)) {
            return false;
        }
        Memory.putLong(account + LIMIT, limit);
        return true;
    }

    public static long limit(long account) {
        return Memory.getLong(account + LIMIT);
    }

    public static long reserved(long account) {
        return Memory.getLong(account + RESERVED);
    }

    public static long used(long account) {
        return Memory.getLong(account + USED);
    }

    /**
     * Whether {@code percent} of its limit are used, or were a moment ago: read without a lock, for
     * programs that want to hear of it. On HotSpot only.
     */
    public static boolean hasReached(long account, int percent) {
        long used = Memory.getLongRelaxed(account + USED);
        return used >= Memory.getLongRelaxed(account + LIMIT) / 100 * percent;
    }

    /** The most that was ever used. */
    public static long most(long account) {
        return Memory.getLong(account + MOST);
    }

    /** The account above; 0 at a root. */
    public static long parent(long account) {
        return Memory.getLong(account + PARENT);
    }

    /** The account opened last below it; 0 when there is none. */
    public static long child(long account) {
        return Memory.getLong(account + CHILD);
    }

    /** The account below the same parent that was opened before; 0 when there is none. */
    public static long next(long account) {
        return Memory.getLong(account + NEXT);
    }

    /** The place of its heap in the table of heaps. */
    public static int place(long account) {
        return (int) Memory.getLong(account + PLACE);
    }

    /** The large block taken last, as its first unit plus 1; 0 when there is none. */
    public static long largeUnit(long account) {
        return Memory.getLong(account + LARGE_UNIT);
    }

    public static void setLargeUnit(long account, long unitAndOne) {
        Memory.putLong(account + LARGE_UNIT, unitAndOne);
    }

    /** Large blocks that users hold, and their bytes. */
    public static long largeCount(long account) {
        return Memory.getLong(account + LARGE_COUNT);
    }

    public static long largeBytes(long account) {
        return Memory.getLong(account + LARGE_BYTES);
    }

    /** Counts large blocks in, or out. */
    public static void countLarge(long account, long blocks, long bytes) {
        if (account != 0) {
            Memory.putLong(account + LARGE_COUNT, largeCount(account) + blocks);
            Memory.putLong(account + LARGE_BYTES, largeBytes(account) + bytes);
        }
    }

    /** Bytes charged to it, as whoever checks has counted them. */
    public static long seen(long account) {
        return Memory.getLong(account + SEEN);
    }

    public static void setSeen(long account, long bytes) {
        Memory.putLong(account + SEEN, bytes);
    }
}
