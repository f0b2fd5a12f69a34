package dev.quarry.core.region;

import dev.quarry.core.api.Aligned;
import dev.quarry.core.api.Calloc;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Realloc;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.ThreadHeap;
import dev.quarry.core.span.Poison;

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
            return table == 0 ? resize(0, bytesOf(FIRST_COUNT)) : table;
        }
        if (count < FIRST_COUNT || (count & (count - 1)) != 0) {
            return table;
        }
        return resize(table, bytesOf(count << 1));
    }

    /** A table with another size, made if it was 0; 0 without memory, and the old one stays. */
    static long resize(long table, long bytes) {
        long resized = Realloc.realloc(table, bytes, ThreadHeap.current());
        if (resized != 0) {
            Poison.own(resized, bytes);
        }
        return resized;
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

    /** Bytes that are 0; 0 when memory is exhausted. */
    static long takeZeroed(long bytes) {
        long block = Calloc.calloc(1, bytes, ThreadHeap.current());
        if (block != 0) {
            Poison.own(block, bytes);
        }
        return block;
    }

    /** Gives back what was taken; 0 is ignored. */
    static void give(long block) {
        Free.free(block, ThreadHeap.current());
    }
}
