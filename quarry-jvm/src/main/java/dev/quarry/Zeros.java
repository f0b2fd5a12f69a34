package dev.quarry;

import dev.quarry.core.base.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Writes zeros, the faster of two ways: from 512 bytes on a copy takes less than a fill. */
final class Zeros {
    private static final long COPIED_FROM_BYTES = 512;
    private static final long BYTES = 4096;
    private static final MemorySegment ZEROS = Arena.global().allocate(BYTES, 64);

    private Zeros() {}

    /** Fills a segment with zeros and returns it. */
    static MemorySegment fill(MemorySegment segment) {
        long bytes = segment.byteSize();
        if (bytes < COPIED_FROM_BYTES) {
            return segment.fill((byte) 0);
        }
        for (long done = 0; done < bytes; done += BYTES) {
            MemorySegment.copy(ZEROS, 0, segment, done, Math.min(BYTES, bytes - done));
        }
        return segment;
    }

    /** The same for a segment that only the running thread can use or end, which needs no guard. */
    static MemorySegment fillOwn(MemorySegment segment) {
        long bytes = segment.byteSize();
        if (bytes < COPIED_FROM_BYTES) {
            return segment.fill((byte) 0);
        }
        Memory.zero(segment.address(), bytes);
        return segment;
    }
}
