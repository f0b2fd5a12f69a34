package dev.quarry.core.heaps;

import dev.quarry.core.api.Realloc;
import dev.quarry.core.api.Within;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Denial;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.HeapTree;
import dev.quarry.core.owner.Idle;
import dev.quarry.core.tune.Geometry;

/**
 * A heap that a program opens and closes. Its limit, and those of the heaps above it, bound what
 * its blocks' runs take, in units of 64 KiB; its blocks can be freed by plain frees, too.
 */
public final class ProgramHeap {
    private ProgramHeap() {}

    /**
     * Opens a heap below another, or below none with 0, and returns its number. {@code limit} is
     * what it and those below it may hold; {@code reserved}, at most that, is kept for it out of
     * its parent's limit, whatever others take. 0 when memory is exhausted; CLOSED when the parent
     * is, LIMIT when the parent has no room for what is to be reserved, or INVALID.
     */
    public static long open(long parent, long limit, long reserved) {
        Tls.ensureStack();
        if (limit < 0 || reserved < 0 || reserved > limit) {
            return Denial.INVALID;
        }
        return HeapTree.open(parent, limit, reserved);
    }

    /**
     * Closes a heap and all below it: their blocks are gone, and a free of one of them is a fault.
     * False when it was closed before.
     */
    public static boolean close(long id) {
        Tls.ensureStack();
        return HeapTree.close(id);
    }

    /** Whether the number is an open heap's. */
    public static boolean isOpen(long id) {
        Heap heap = HeapTree.lock(id);
        if (heap != null) {
            heap.unlock();
        }
        return heap != null;
    }

    /** A block of at least {@code bytes} bytes, aligned to 16; 0, CLOSED or LIMIT. */
    public static long malloc(long id, long bytes) {
        Tls.ensureStack();
        return Within.allocate(id, Geometry.GRANULE_BYTES, bytes);
    }

    /** The same for {@code count} times {@code bytes} bytes, all 0. */
    public static long calloc(long id, long count, long bytes) {
        Tls.ensureStack();
        return Memory.multiplyOverflows(count, bytes) ? 0 : Within.zeroed(id, count * bytes);
    }

    /** A block at a multiple of {@code alignment}; INVALID when that is no power of two. */
    public static long alignedAlloc(long id, long alignment, long bytes) {
        Tls.ensureStack();
        boolean isPowerOfTwo = alignment != 0 && (alignment & alignment - 1) == 0;
        return isPowerOfTwo ? Within.allocate(id, alignment, bytes) : Denial.INVALID;
    }

    /**
     * A block of the heap with the content of another of the same heap, up to the lesser size; the
     * old one is freed unless it is the same. A negative fault when {@code block} is none of its
     * blocks; 0 in its place asks for a new one.
     */
    public static long realloc(long id, long block, long bytes) {
        if (block == 0) {
            return malloc(id, bytes);
        }
        Tls.ensureStack();
        long usable = Within.usableSize(id, block);
        if (usable < 0) {
            return usable == Denial.CLOSED ? usable : -Fault.raise((int) -usable, block);
        }
        return Realloc.within(id, block, usable, bytes);
    }

    /** What counts for limits when a heap needs another run of memory for such a block. */
    public static long chargeOf(long alignment, long bytes) {
        return Within.chargeOf(alignment, bytes == 0 ? 1 : bytes);
    }

    /** Takes a block of the heap back; 0 is ignored. A fault, or CLOSED. */
    public static int free(long id, long block) {
        if (block == 0) {
            return Fault.NONE;
        }
        Tls.ensureStack();
        return Within.free(id, block);
    }

    /** Bytes a user may use of a block of the heap; a negative fault, or CLOSED. */
    public static long usableSize(long id, long block) {
        return Within.usableSize(id, block);
    }

    /** Gives empty spans and free pages of the heap back; false when it is closed. */
    public static boolean trim(long id) {
        Tls.ensureStack();
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return false;
        }
        heap.unlock();
        Idle.releaseSpans(heap);
        return true;
    }
}
