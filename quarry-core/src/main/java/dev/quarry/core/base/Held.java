package dev.quarry.core.base;

/**
 * Which locks the running thread holds or is about to take, with those of what it interrupted if it
 * is in a signal handler. Locks have an order, and nobody waits for one that does not come after
 * all that the thread holds. So no handler waits, directly or through others, for what it
 * interrupted: see docs/ORDERING.md, "The order of locks".
 *
 * <p>While a thread holds a lock its heap is hidden from it ({@code ThreadHeap.current} is the
 * empty heap), so that a handler does not meet magazines that are being changed.
 *
 * <p>All of it is C's: on HotSpot nothing interrupts a thread inside of Quarry.
 */
@InC
public final class Held {
    // The order of locks. What is 0 was set by nobody: the faces' own locks and the boot lock.
    public static final long PASS = 1;
    public static final long TREE = 2;
    public static final long REGISTRY = 3;
    /** Of the first heap; each later one comes after those before it. */
    public static final long HEAPS = 4;
    public static final long BUDDY = 1L << 40;
    public static final long METADATA = BUDDY + 1;

    private Held() {}

    /** Says where a lock stands in the order, before anybody else knows its word. */
    public static void setOrder(long word, long order) {}

    /** The thread is about to take a lock; returns what it held, for one of the next two. */
    static long begin(long word) {
        return 0;
    }

    /** Whether a thread that held {@code before} may wait for a lock. */
    static boolean mayWait(long word, long before) {
        return true;
    }

    /** Remembers with a lock, which the thread holds now, what it held before. */
    static void keep(long word, long before) {}

    /** What the holder of a lock held before it. */
    static long kept(long word) {
        return 0;
    }

    /** The thread holds again what it held before. */
    static void end(long before) {}

    /** Whether a signal handler that calls Quarry too may interrupt a thread in here. */
    public static boolean isEverInterrupted() {
        return false;
    }

    /** Whether the thread holds any lock, or is interrupted where it does. */
    public static boolean isAny() {
        return false;
    }

    /** Whether the thread must not wait for a lock now. */
    public static boolean isInTheWay(long word) {
        return false;
    }
}
