package dev.quarry.strict;

/**
 * The allocator behind {@link StrictAllocator}. May rely on its preconditions. All methods are
 * called by any thread.
 */
public interface StrictTarget {
    /** A block of {@code bytes} bytes at a multiple of {@code alignment}; never 0. */
    long alloc(long bytes, long alignment);

    /** The same, all bytes 0. */
    long allocZeroed(long bytes, long alignment);

    /** Takes back a block that has this layout. */
    void dealloc(long block, long bytes, long alignment);

    /** The block with {@code newBytes} bytes, its content kept up to the lesser size. */
    long realloc(long block, long bytes, long alignment, long newBytes);
}
