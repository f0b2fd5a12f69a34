package dev.quarry;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An FFM arena over Quarry's memory: an {@link Arena} that can leave segments uninitialised.
 * Segments are aligned to 16 bytes at least.
 *
 * @see Quarry#confinedArena
 * @see Quarry#sharedArena
 * @see Quarry#longLivedArena
 */
public interface QuarryArena extends Arena, QuarryAllocator {
    /** Allocates a segment of zeros. */
    @Override
    default MemorySegment allocate(long byteSize, long byteAlignment) {
        return QuarryAllocator.super.allocate(byteSize, byteAlignment);
    }
}
