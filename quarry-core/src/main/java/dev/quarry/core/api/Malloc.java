package dev.quarry.core.api;

import dev.quarry.core.owner.Heap;

/** Allocates a block: the fast path. */
public final class Malloc {
    private Malloc() {}

    /** A block of at least {@code bytes} bytes, aligned to 16; 0 when memory is exhausted. */
    public static long malloc(Heap heap, long bytes) {
        return Refill.mallocSlow(heap, bytes);
    }
}
