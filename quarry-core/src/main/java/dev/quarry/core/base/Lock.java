package dev.quarry.core.base;

/**
 * A lock in one raw word: 0 is free, else the holder's thread id shifted left once, plus 1 when
 * somebody may be waiting. Spins briefly, then sleeps in the kernel.
 *
 * <p>A signal handler is told when the lock is not to be had and what it interrupted forbids it to
 * wait, as when it finds its own thread as the holder ({@link Held}). In C the two words behind the
 * lock word are {@link Held}'s. Source of the three states: U. Drepper, "Futexes Are Tricky", 2011.
 */
public final class Lock {
    private static final long WAITERS = 1;
    private static final int SPINS = 100;

    private Lock() {}

    /** Takes the lock; false when this thread holds it already or must not wait for it. */
    public static boolean acquire(long word) {
        long before = Held.begin(word);
        long self = Tls.threadId() << 1;
        boolean isTaken =
                Memory.casLong(word, 0, self)
                        || (Held.mayWait(word, before) && acquireSlow(word, self));
        return kept(word, before, isTaken);
    }

    private static boolean kept(long word, long before, boolean isTaken) {
        if (isTaken) {
            Held.keep(word, before);
        } else {
            Held.end(before);
        }
        return isTaken;
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
        long before = Held.begin(word);
        return kept(word, before, Memory.casLong(word, 0, Tls.threadId() << 1));
    }

    /** Gives the lock back; the caller holds it. */
    public static void release(long word) {
        long before = Held.kept(word);
        if ((Memory.exchangeLong(word, 0) & WAITERS) != 0) {
            Os.wake(word);
        }
        Held.end(before);
    }

    /** Frees a lock whose holder was left behind in the parent of a fork. */
    public static void reset(long word) {
        Memory.putLongRelease(word, 0);
    }

    public static boolean isHeld(long word) {
        return Memory.getLongAcquire(word) != 0;
    }
}
