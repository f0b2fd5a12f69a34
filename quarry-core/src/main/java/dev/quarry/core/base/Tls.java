package dev.quarry.core.base;

/** What belongs to the running thread. In C an initial-exec thread-local structure. */
@InC
public final class Tls {
    /** As many frames as the common slow paths have, doubled. */
    private static final int SHALLOW_FRAMES = 32;

    /** More than any path has, with system calls that the interpreter makes. */
    private static final int DEEP_FRAMES = 320;

    private Tls() {}

    /** A number from 1 to 2^62, unique among running threads: the kernel's in C, Java's here. */
    public static long threadId() {
        return Thread.currentThread().threadId();
    }

    /**
     * Makes sure, before a slow path changes anything, that it will not run out of stack half-way:
     * a StackOverflowError comes here or not at all. Nothing in C.
     */
    public static void ensureStack() {
        descend(SHALLOW_FRAMES);
    }

    /**
     * Whether the stack has room for everything that may happen below; asked where a rare path
     * begins while locks are held, so that it can be given up in order. Always true in C.
     */
    public static boolean hasStack() {
        try {
            descend(DEEP_FRAMES);
            return true;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    /** Throws the StackOverflowError that made {@link #hasStack} say no; else does nothing. */
    public static void ensureDeepStack() {
        descend(DEEP_FRAMES);
    }

    private static long descend(int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + frames;
    }
}
