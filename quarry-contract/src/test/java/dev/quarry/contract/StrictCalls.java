package dev.quarry.contract;

/** The strict interface of one life. Exhausted memory is 0 on both. */
interface StrictCalls {
    long alloc(long bytes, long alignment);

    long allocZeroed(long bytes, long alignment);

    void dealloc(long block, long bytes, long alignment);

    long resize(long block, long bytes, long alignment, long newBytes);
}
