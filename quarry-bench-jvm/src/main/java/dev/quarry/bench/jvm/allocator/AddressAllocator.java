package dev.quarry.bench.jvm.allocator;

/** Native memory by address. */
public interface AddressAllocator {

    long allocate(long bytes);

    void free(long address);
}
