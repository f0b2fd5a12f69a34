package dev.quarry.core.base;

/** What belongs to the running thread. In C an initial-exec thread-local structure. */
@InC
public final class Tls {
    private Tls() {}

    /** A number from 1 to 2^62, unique among running threads: the kernel's in C, Java's here. */
    public static long threadId() {
        return Thread.currentThread().threadId();
    }
}
