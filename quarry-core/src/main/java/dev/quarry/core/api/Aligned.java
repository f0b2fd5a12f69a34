package dev.quarry.core.api;

import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/** Allocates at multiples of a power of two. */
public final class Aligned {
    private Aligned() {}

    /**
     * A block at a multiple of {@code alignment}, a power of two; 0 when memory is exhausted. Small
     * ones are taken from a class whose blocks all lie so: spans start at a unit.
     */
    public static long alignedAlloc(long alignment, long bytes, Heap heap) {
        if (alignment <= Geometry.GRANULE_BYTES && alignment > 0) {
            return Malloc.malloc(bytes, heap);
        }
        Tls.ensureStack();
        long size = bytes == 0 ? 1 : bytes;
        if (!SizeClasses.has(size) || !SizeClasses.has(alignment)) {
            return Large.alignedAlloc(alignment, size, heap);
        }
        return Malloc.malloc(SizeClasses.blockBytes(classFor(alignment, size)), heap);
    }

    private static int classFor(long alignment, long bytes) {
        int sizeClass = SizeClasses.classOf(bytes > alignment ? bytes : alignment);
        while ((SizeClasses.blockBytes(sizeClass) & (alignment - 1)) != 0) {
            sizeClass++;
        }
        return sizeClass;
    }
}
