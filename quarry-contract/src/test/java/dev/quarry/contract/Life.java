package dev.quarry.contract;

/**
 * The allocator as its users see it, whichever life it lives: addresses in, addresses out. What one
 * life throws and the other puts into errno is brought to one form here.
 */
public interface Life {
    /** What {@link #lastError} says when memory was short: the number of C's ENOMEM. */
    int ENOMEM = 12;

    /** What {@link #lastError} says of an argument that no allocator could serve: EINVAL. */
    int EINVAL = 22;

    /** A block, or 0 and {@link #lastError}. */
    long malloc(long bytes);

    /** A block of {@code count} times {@code bytes} zeros, or 0. */
    long calloc(long count, long bytes);

    /** The block with its new size, or 0 with the old one kept; a wrong block is a fault and 0. */
    long realloc(long block, long bytes);

    /** A block whose address is a multiple of {@code alignment}, or 0. */
    long alignedAlloc(long alignment, long bytes);

    /** Gives a block back. A fault is counted in {@link #faultCount}, perhaps by a later drain. */
    void free(long block);

    /** Bytes the user of a block may write; 0 for 0 and for what is no block. */
    long usableSize(long block);

    /** Whether an address lies in memory that the allocator has taken from the kernel. */
    boolean owns(long address);

    /** Takes up what other threads freed and gives memory back, for the calling thread at least. */
    void trim();

    /** Why this thread's last call returned 0: {@link #ENOMEM}, {@link #EINVAL}, or 0. */
    int lastError();

    /** Faults of a kind, or of all by {@link Fault#NONE}, since the process began. */
    long faultCount(Fault kind);

    /** 0 when all structures hold their invariants, else what is broken. Called at rest. */
    long verify();

    /** Blocks in users' hands by size class. Exact at rest. */
    Census census();

    /** The sums of it all, cheaper to have. Exact at rest. */
    Books books();

    /**
     * What the allocator has out and what it costs.
     *
     * @param liveBlocks blocks in users' hands
     * @param liveBytes their usable sizes
     * @param committedBytes bytes taken from the kernel and not given back
     * @param freeBytes those of them that are free, and those that no block can use
     */
    record Books(long liveBlocks, long liveBytes, long committedBytes, long freeBytes) {}
}
