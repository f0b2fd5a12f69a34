package dev.quarry.contract;

import java.util.List;

/** Plain books about the blocks a test holds; takes them from the allocator and gives them back. */
interface Model {
    long malloc(long bytes);

    /** A block of zeros, and they are looked at. */
    long calloc(long count, long bytes);

    long aligned(long alignment, long bytes);

    /** Changes a held block's size; what it held must have come along. */
    long realloc(long block, long bytes);

    /** Takes a block over from its allocator: checks it, writes it, remembers it. */
    long accept(long block, long bytes, long alignment);

    /** Checks a held block and frees it. */
    void free(long block);

    /** Checks all blocks held. */
    void check();

    boolean holds(long block);

    long usableBytes(long block);

    /** Of all blocks held. */
    long usableBytes();

    int count();

    List<Long> addresses();
}
