package dev.quarry.core.api;

import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Take;
import dev.quarry.core.tune.SizeClasses;

/** Allocates zeroed blocks. */
public final class Calloc {
    /** From here on it pays to find out whether a block was ever used, before writing zeros. */
    private static final long FRESH_BYTES = 1024;

    private Calloc() {}

    /**
     * A block of {@code count} times {@code bytes} bytes that are 0; 0 when the product overflows
     * or memory is exhausted.
     */
    public static long calloc(long count, long bytes, Heap heap) {
        Tls.ensureStack();
        if (Memory.multiplyOverflows(count, bytes)) {
            return Refill.outOfMemory();
        }
        long size = count * bytes;
        size = size == 0 ? 1 : size;
        if (!SizeClasses.has(size)) {
            return Large.calloc(size, heap);
        }
        return size < FRESH_BYTES ? zeroed(Malloc.malloc(size, heap), size) : fresh(size, heap);
    }

    private static long zeroed(long block, long bytes) {
        if (block != 0) {
            Memory.zero(block, bytes);
        }
        return block;
    }

    /** Past the magazine, whose blocks may have been used. */
    private static long fresh(long bytes, Heap heap) {
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
        return isFresh ? block : zeroed(block, bytes);
    }
}
