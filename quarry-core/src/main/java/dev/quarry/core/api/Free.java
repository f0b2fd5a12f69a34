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

    /**
     * Takes back a block that was asked for with {@code bytes} bytes (C23, 7.24.3.4 free_sized).
     * WRONG_SIZE when the block is smaller than that.
     */
    public static int freeSized(Heap heap, long block, long bytes) {
        return Flush.isWithin(block, bytes) ? free(heap, block) : Flush.wrongSize(block);
    }
}
