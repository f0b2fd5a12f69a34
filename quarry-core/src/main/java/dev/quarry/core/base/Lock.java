package dev.quarry.core.base;

/**
 * A lock in one raw word: 0 is free, else the holder's thread id shifted left once, plus 1 when
 * somebody may be waiting. Spins briefly, then sleeps in the kernel.
 *
 * <p>A thread that finds itself as holder (a signal handler inside its own slow path) is told so
 * and never waits. Source of the three states: U. Drepper, "Futexes Are Tricky", 2011.
 */
public final class Lock {
    private static final long WAITERS = 1;
    private static final int SPINS = 100;

    private Lock() {}

    /** Takes the lock; false when this thread holds it already. */
    public static boolean acquire(long word) {
        long self = Tls.threadId() << 1;
        if (Memory.casLong(word, 0, self)) {
            return true;
        }
        return acquireSlow(word, self);
    }

    private static boolean acquireSlow(long word, long self) {
        if ((Memory.getLongRelaxed(word) & ~WAITERS) == self) {
            return false;
        }
        for (int spin = 0; spin < SPINS; spin++) {
            if (Memory.getLongRelaxed(word) == 0 && Memory.casLong(word, 0, self)) {
                return true;
            }
            Memory.spinHint();
        }
        while (!Memory.casLong(word, 0, self | WAITERS)) {
            long held = Memory.getLongRelaxed(word);
            boolean isMarked = (held & WAITERS) != 0;
            if (held != 0 && (isMarked || Memory.casLong(word, held, held | WAITERS))) {
                Os.sleepWhile(word, held | WAITERS);
            }
        }
        return true;
    }

    /** Takes the lock only if it is free. */
    public static boolean tryAcquire(long word) {
        return Memory.casLong(word, 0, Tls.threadId() << 1);
    }

    /** Gives the lock back; the caller holds it. */
    public static void release(long word) {
        if ((Memory.exchangeLong(word, 0) & WAITERS) != 0) {
            Os.wake(word);
        }
    }

    /** Frees a lock whose holder was left behind in the parent of a fork. */
    public static void reset(long word) {
        Memory.putLongRelease(word, 0);
    }

    public static boolean isHeld(long word) {
        return Memory.getLongAcquire(word) != 0;
    }
}
