package dev.quarry.strict;

import dev.quarry.Quarry;
import dev.quarry.core.base.Memory;
import dev.quarry.core.tune.Geometry;

/** Quarry itself. */
final class QuarryTarget implements StrictTarget {
    @Override
    public long alloc(long bytes, long alignment) {
        return alignment <= Geometry.GRANULE_BYTES
                ? Quarry.malloc(bytes)
                : Quarry.alignedAlloc(alignment, bytes);
    }

    @Override
    public long allocZeroed(long bytes, long alignment) {
        if (alignment <= Geometry.GRANULE_BYTES) {
            return Quarry.calloc(1, bytes);
        }
        long block = Quarry.alignedAlloc(alignment, bytes);
        Memory.zero(block, bytes);
        return block;
    }

    @Override
    public void dealloc(long block, long bytes, long alignment) {
        Quarry.free(block);
    }

    @Override
    public long realloc(long block, long bytes, long alignment, long newBytes) {
        if (alignment <= Geometry.GRANULE_BYTES) {
            return Quarry.realloc(block, newBytes);
        }
        long moved = Quarry.alignedAlloc(alignment, newBytes);
        Memory.copy(block, moved, Math.min(bytes, newBytes));
        Quarry.free(block);
        return moved;
    }
}
