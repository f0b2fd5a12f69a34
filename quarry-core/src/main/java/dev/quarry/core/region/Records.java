package dev.quarry.core.region;

import dev.quarry.core.api.Aligned;
import dev.quarry.core.api.Calloc;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.api.Realloc;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.ThreadHeap;

/**
 * The memory behind regions, and tables of records of four words in it. On HotSpot it comes from
 * the process's shared heap: these are slow paths.
 */
final class Records {
    private static final int SHIFT = 5;
    private static final long FIRST_COUNT = 4;

    private Records() {}

    /** Room for record number {@code count} of a table with so many; the table, or 0. */
    static long reserve(long table, long count) {
        if (count == 0) {
            return table == 0 ? take(FIRST_COUNT << SHIFT) : table;
        }
        if (count < FIRST_COUNT || (count & (count - 1)) != 0) {
            return table;
        }
        return Realloc.realloc(table, count << SHIFT + 1, ThreadHeap.current());
    }

    /** Bytes of so many records. */
    static long bytesOf(long count) {
        return count << SHIFT;
    }

    static long get(long table, long index, int word) {
        return Memory.getLong(table + (index << SHIFT) + (word << 3));
    }

    static void set(long table, long index, int word, long value) {
        Memory.putLong(table + (index << SHIFT) + (word << 3), value);
    }

    /** Bytes of undefined content at a multiple of a power of two; 0 without memory. */
    static long takeAligned(long bytes, long alignment) {
        return Aligned.alignedAlloc(alignment, bytes, ThreadHeap.current());
    }

    /** Bytes of undefined content; 0 when memory is exhausted. */
    static long take(long bytes) {
        return Malloc.malloc(bytes, ThreadHeap.current());
    }

    /** Bytes that are 0; 0 when memory is exhausted. */
    static long takeZeroed(long bytes) {
        return Calloc.calloc(1, bytes, ThreadHeap.current());
    }

    /** Gives back what was taken; 0 is ignored. */
    static void give(long block) {
        Free.free(block, ThreadHeap.current());
    }
}
