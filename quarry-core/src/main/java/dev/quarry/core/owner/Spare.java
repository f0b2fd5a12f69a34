package dev.quarry.core.owner;

import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.SizeClasses;

/**
 * A block that a heap's thread has put aside for a use of its own, as if in a magazine for one: it
 * counts as live for its span, and its state is that of no user's. On HotSpot only, for the chunk
 * that a confined arena leaves to the thread's next one.
 */
public final class Spare {
    /** Its size, which is a class's. */
    public static final int BYTES = 16 << 10;

    private Spare() {}

    /** Gives a user the block that was put aside, or returns 0. By the borrowing thread. */
    public static long take(Heap heap) {
        long block = heap.spare;
        if (block != 0) {
            heap.spare = 0;
            BlockState.set(block, BlockState.LIVE);
        }
        return block;
    }

    /**
     * Puts a block aside; false, and nothing has changed, when there is one already, or when the
     * block is not the heap's, of another class or nobody's. By the borrowing thread.
     */
    public static boolean put(Heap heap, long block) {
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        boolean isOurs = at.owner == heap && at.sizeClass == SizeClasses.classOf(BYTES);
        if (heap.spare != 0 || !isOurs || BlockState.in(at, block) != BlockState.LIVE) {
            return false;
        }
        BlockState.put(at, block, BlockState.NONE);
        heap.spare = block;
        return true;
    }

    /** Blocks of a class that are put aside. */
    public static long count(Heap heap, int sizeClass) {
        return heap.spare != 0 && sizeClass == SizeClasses.classOf(BYTES) ? 1 : 0;
    }

    /** Gives it back. The heap's lock is held. */
    static void empty(Heap heap) {
        if (heap.spare != 0) {
            Give.unused(heap, heap.spare);
            heap.spare = 0;
        }
    }
}
