package dev.quarry.core.base;

/** What belongs to the running thread. In C an initial-exec thread-local structure. */
@InC
public final class Tls {
    /** More frames than any slow path has, the interpreter's being the largest. */
    private static final int STACK_FRAMES = 64;

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
        descend(STACK_FRAMES);
    }

    private static long descend(int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + frames;
    }
}
