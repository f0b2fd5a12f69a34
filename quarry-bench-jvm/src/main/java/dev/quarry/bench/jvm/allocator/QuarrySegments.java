package dev.quarry.bench.jvm.allocator;

import dev.quarry.Quarry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Quarry by segments: zeroed, and each segment an object. */
public final class QuarrySegments implements ObjectAllocator<MemorySegment> {

    @Override
    public MemorySegment allocateAndWrite(int bytes) {
        MemorySegment segment = Quarry.allocate(bytes);
        segment.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        return segment;
    }

    @Override
    public void free(MemorySegment segment) {
        Quarry.free(segment);
    }
}
