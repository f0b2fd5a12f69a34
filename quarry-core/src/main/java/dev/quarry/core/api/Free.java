package dev.quarry.core.api;

import dev.quarry.core.owner.Heap;

/** Frees a block: the fast path. */
public final class Free {
    private Free() {}

    /**
     * Takes a block back; 0 is ignored. Returns a {@link dev.quarry.core.base.Fault}: anything but
     * NONE changed nothing. {@code heap} is the running thread's.
     */
    public static int free(Heap heap, long block) {
        return Flush.freeSlow(heap, block);
    }
}
