package dev.quarry.bench.jvm.allocator;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;

/** Direct buffers, each freed at once through its cleaner as Netty and Lucene do. */
public final class DirectBuffer implements ObjectAllocator<ByteBuffer> {
    private static final MethodHandle CLEAN = InternalUnsafe.method("invokeCleaner",
            MethodType.methodType(void.class, ByteBuffer.class));

    @Override
    public ByteBuffer allocateAndWrite(int bytes) {
        return ByteBuffer.allocateDirect(bytes).put(0, (byte) 1);
    }

    @Override
    public void free(ByteBuffer buffer) {
        try {
            CLEAN.invokeExact(buffer);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
