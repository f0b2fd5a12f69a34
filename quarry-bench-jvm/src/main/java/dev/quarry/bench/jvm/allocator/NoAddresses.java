package dev.quarry.bench.jvm.allocator;

import java.lang.foreign.Arena;

/** No allocator: addresses in turn out of one page, to see what the loops cost by themselves. */
public final class NoAddresses implements AddressAllocator {
    private static final int BYTES = 4096;
    private static final long PAGE = Arena.global().allocate(BYTES, BYTES).address();

    private long next;

    @Override
    public long allocate(long bytes) {
        next = (next + 64) & (BYTES - 1);
        return PAGE + next;
    }

    @Override
    public void free(long address) {
        // Nothing is kept.
    }
}
