package dev.quarry.core.base;

/** What belongs to the running thread. In C an initial-exec thread-local structure. */
@InC
public final class Tls {
    /** Whether a page is less than {@link StackRoom}, so that compiled code touches more for it. */
    private static final boolean HAS_SMALL_PAGES = Os.pageBytes() <= 4096;

    /** As many as fill 8 KiB; the least frame, of compiled code, has 16 bytes. */
    private static final int FRAMES = 512;

    private Tls() {}

    /** A number from 1 to 2^62, unique among running threads: the kernel's in C, Java's here. */
    public static long threadId() {
        return Thread.currentThread().threadId();
    }

    /**
     * Makes sure, before a slow path changes anything, that it will not run out of stack half-way:
     * a StackOverflowError comes here or not at all. The deepest path takes 5 KiB when all of it is
     * interpreted and waits for a lock; {@link StackRoom} demands 8. Nothing in C.
     *
     * <p>What has been changed stays whole only if nothing called later probes again.
     */
    public static void ensureStack() {
        if (HAS_SMALL_PAGES) {
            StackRoom.demand();
        } else {
            descendSlow(FRAMES);
        }
    }

    private static long descendSlow(int frames) {
        return frames == 0 ? 0 : descendSlow(frames - 1) + frames;
    }
}
