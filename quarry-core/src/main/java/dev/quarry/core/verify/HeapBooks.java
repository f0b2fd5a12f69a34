package dev.quarry.core.verify;

import dev.quarry.core.owner.Bin;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanList;

/**
 * What one heap holds of one size class, as it was at the last {@link #collect}. Exact when the
 * thread that borrows the heap is at rest; blocks that other threads freed and nobody has taken up
 * yet count as in use.
 */
public final class HeapBooks {
    /** Blocks of spans that can be taken, never used ones with them. */
    public static long freeBlocks;

    /** Blocks in the magazine. */
    public static long magazineBlocks;

    /** Bytes of the heap's spans of all classes, and the most that they ever were. */
    public static long spanBytes;

    public static long mostBytes;

    private HeapBooks() {}

    /** Writes the books; false, with none written, when the heap's lock cannot be had. */
    public static boolean collect(Heap heap, int sizeClass) {
        if (!heap.lock()) {
            return false;
        }
        Bin bin = heap.bin(sizeClass);
        Magazine magazine = heap.magazine(sizeClass + 1);
        freeBlocks = room(bin.current);
        freeBlocks += roomOfAll(bin.available) + roomOfAll(bin.retired);
        magazineBlocks = magazine.count() + magazine.reserveCount;
        spanBytes = heap.spanBytes;
        mostBytes = heap.mostSpanBytes;
        heap.unlock();
        return true;
    }

    private static long roomOfAll(SpanList list) {
        long blocks = 0;
        for (Span span = list.first; span != null; span = span.next) {
            blocks += room(span);
        }
        return blocks;
    }

    private static long room(Span span) {
        return span.freeCount + span.uncarvedCount();
    }
}
