package dev.quarry.core.api;

import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.tune.SizeClasses;

/** Allocates at multiples of a power of two. */
public final class Aligned {
    private Aligned() {}

    /**
     * A block at a multiple of {@code alignment}, a power of two; 0 when memory is exhausted.
     *
     * <p>The size rounded up to the alignment ends at {@code bytes - 1 | alignment - 1}, which also
     * tells whether both have a class. The class of a multiple of the alignment is itself one:
     * between two powers of two classes lie a quarter of the lower one apart, so an alignment up to
     * that divides them all, and the multiples of a greater one are classes themselves. Spans start
     * at a unit, so the blocks of such a class lie at multiples of the alignment.
     */
    public static long alignedAlloc(long alignment, long bytes, Heap heap) {
        long last = bytes - 1 | alignment - 1;
        if (Memory.isBelow(last, SizeClasses.MAX_BYTES)) {
            return Malloc.small(last + 1, heap);
        }
        return alignedSlow(alignment, bytes, heap);
    }

    private static long alignedSlow(long alignment, long bytes, Heap heap) {
        Tls.ensureStack();
        if (bytes == 0) {
            return alignedAlloc(alignment, 1, heap);
        }
        return Large.alignedAlloc(alignment, bytes, heap);
    }
}
