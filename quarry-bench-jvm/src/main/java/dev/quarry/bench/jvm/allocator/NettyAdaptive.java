package dev.quarry.bench.jvm.allocator;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Netty's direct buffers of its adaptive allocator. */
public final class NettyAdaptive implements ObjectAllocator<ByteBuf> {
    private static final ByteBufAllocator ALLOCATOR = new AdaptiveByteBufAllocator(true);

    @Override
    public ByteBuf allocateAndWrite(int bytes) {
        return ALLOCATOR.directBuffer(bytes).setByte(0, 1);
    }

    @Override
    public void free(ByteBuf buffer) {
        buffer.release();
    }
}
