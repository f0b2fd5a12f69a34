package dev.quarry.bench.jvm.allocator;

import org.lwjgl.system.MemoryUtil;

/** LWJGL's explicit memory; which allocator it binds is a flag of its own. */
public final class LwjglMemory implements AddressAllocator {

    @Override
    public long allocate(long bytes) {
        return MemoryUtil.nmemAlloc(bytes);
    }

    @Override
    public void free(long address) {
        MemoryUtil.nmemFree(address);
    }
}
