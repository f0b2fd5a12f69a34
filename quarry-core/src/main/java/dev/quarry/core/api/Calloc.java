package dev.quarry.core.api;

import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Take;
import dev.quarry.core.tune.SizeClasses;

/** Allocates zeroed blocks. */
public final class Calloc {
    private Calloc() {}

    /**
     * A block of {@code count} times {@code bytes} bytes that are 0; 0 when the product overflows
     * or memory is exhausted.
     */
    public static long calloc(Heap heap, long count, long bytes) {
        Tls.ensureStack();
        if (Memory.multiplyOverflows(count, bytes)) {
            return Refill.outOfMemory();
        }
        long size = count * bytes;
        size = size == 0 ? 1 : size;
        return SizeClasses.has(size) ? small(heap, size) : Large.calloc(heap, size);
    }

    private static long small(Heap heap, long bytes) {
        Heap locked = Refill.lockFor(heap);
        if (locked == null) {
            return Refill.outOfMemory();
        }
        long block = Take.block(locked, SizeClasses.classOf(bytes));
        boolean isFresh = block != 0 && Take.isFresh(block);
        locked.unlock();
        if (block == 0) {
            return Refill.outOfMemory();
        }
        if (!isFresh) {
            Memory.zero(block, bytes);
        }
        return block;
    }
}
