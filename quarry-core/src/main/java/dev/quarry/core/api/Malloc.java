package dev.quarry.core.api;

import dev.quarry.core.base.Build;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.SizeClasses;

/**
 * Allocates a block: the fast path.
 *
 * <pre>
 *   malloc ─ size has a class, its magazine has a block ─ pop, mark
 *      └ else Refill.mallocSlow
 * </pre>
 */
public final class Malloc {
    private Malloc() {}

    /** A block of at least {@code bytes} bytes, aligned to 16; 0 when memory is exhausted. */
    public static long malloc(long bytes, Heap heap) {
        return SizeClasses.has(bytes) ? small(bytes, heap) : Refill.mallocSlow(bytes, heap);
    }

    /** For a size that is known to have a class. */
    static long small(long bytes, Heap heap) {
        if (Build.fastBins()) {
            Magazine magazine = heap.magazineAt(SizeClasses.headOf(bytes));
            if (!magazine.isEmpty()) {
                long block = magazine.pop();
                BlockState.mark(magazine.stateOf(block), block);
                return block;
            }
        }
        return Refill.mallocSlow(bytes, heap);
    }
}
