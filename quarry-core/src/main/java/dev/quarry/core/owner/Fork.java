package dev.quarry.core.owner;

import dev.quarry.core.base.Held;
import dev.quarry.core.base.Lock;
import dev.quarry.core.base.Os;

/**
 * Keeps the allocator usable in a fork's child: all locks are held across the fork, so that the
 * child sees every structure whole. Source: pthread_atfork(3).
 */
public final class Fork {
    private Fork() {}

    /**
     * Takes all locks, that of boot first; false, with none taken, when a signal handler forks that
     * interrupted a slow path: then neither {@link #parent} nor {@link #child} is to be called.
     */
    public static boolean prepare() {
        if (Held.isAny() || !Lock.acquire(Os.bootWord())) {
            return false;
        }
        boolean isDone = !Boot.isReady() || EveryLock.takeAll();
        if (!isDone) {
            Lock.release(Os.bootWord());
        }
        return isDone;
    }

    public static void parent() {
        if (Boot.isReady()) {
            EveryLock.release();
        }
        Lock.release(Os.bootWord());
    }

    public static void child() {
        if (Boot.isReady()) {
            Registry.releaseAllBut(ThreadHeap.own());
            EveryLock.reset();
            LeftBehind.takeOver();
        }
        Lock.release(Os.bootWord());
    }
}
