package dev.quarry.bench.jvm.allocator;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Arrow's buffers, over its unsafe backend. */
public final class ArrowBuffers implements ObjectAllocator<ArrowBuf> {
    private static final BufferAllocator ALLOCATOR = new RootAllocator();

    @Override
    public ArrowBuf allocateAndWrite(int bytes) {
        ArrowBuf buffer = ALLOCATOR.buffer(bytes);
        buffer.setByte(0, 1);
        return buffer;
    }

    @Override
    public void free(ArrowBuf buffer) {
        buffer.close();
    }
}
