package dev.quarry.bench.jvm.allocator;

/**
 * Native memory behind objects of the allocator's own.
 *
 * @param <B> what stands for a block until it is freed
 */
public interface ObjectAllocator<B> {

    /** Allocates a block and writes a 1 into its first byte, by the means its users have. */
    B allocateAndWrite(int bytes);

    void free(B block);
}
