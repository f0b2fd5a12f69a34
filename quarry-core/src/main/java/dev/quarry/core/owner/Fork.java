package dev.quarry.core.owner;

/**
 * Keeps the allocator usable in a fork's child: all locks are held across the fork, so that the
 * child sees every structure whole. Source: pthread_atfork(3).
 */
public final class Fork {
    private static boolean isHeld;

    private Fork() {}

    public static void prepare() {
        isHeld = Boot.isReady() && EveryLock.acquire();
    }

    public static void parent() {
        if (isHeld) {
            isHeld = false;
            EveryLock.release();
        }
    }

    public static void child() {
        if (isHeld) {
            isHeld = false;
            Registry.releaseAllBut(ThreadHeap.current());
            EveryLock.reset();
            LeftBehind.takeOver();
        }
    }
}
