package dev.quarry.bench.jvm.allocator;

import dev.quarry.Quarry;

/** Quarry by address, all checks on. */
public final class QuarryAddresses implements AddressAllocator {

    @Override
    public long allocate(long bytes) {
        return Quarry.malloc(bytes);
    }

    @Override
    public void free(long address) {
        Quarry.free(address);
    }
}
