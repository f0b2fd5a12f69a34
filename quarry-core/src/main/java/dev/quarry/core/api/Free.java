package dev.quarry.core.api;

import dev.quarry.core.base.Build;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.SpanTable;

/**
 * Frees a block: the fast path.
 *
 * <pre>
 *   free ─ ours, of this heap's, live, its magazine has room ─ unmark, push
 *      └ else Flush.freeSlow
 * </pre>
 *
 * <p>Whether the block is live is asked by the same comparison as whether there is room: what is
 * not a live block's state names a magazine without room.
 */
public final class Free {
    private Free() {}

    /**
     * Takes a block back; 0 is ignored. Returns a {@link Fault}: anything but NONE changed nothing.
     * {@code heap} is the running thread's.
     */
    public static int free(long block, Heap heap) {
        long granule = heap.granuleOf(block);
        if (Build.fastBins()
                && Memory.isBelow(granule, heap.openGranules)
                && heap.ownsUnitOf(granule)) {
            int state = Guards.liveState() ? heap.state(granule) : stateOfSpan(block);
            Magazine magazine = heap.magazine(state);
            long top = magazine.top();
            if (!magazine.isEnd(top)) {
                heap.clearState(granule); // First: a fork in between may lose it, not double it.
                magazine.pushOn(top, block);
                return Fault.NONE;
            }
        }
        return Flush.freeSlow(block, heap);
    }

    /**
     * Takes a block back for whoever has to after something has changed already, and has called
     * {@link dev.quarry.core.base.Tls#ensureStack} before that: this does not probe again.
     */
    public static int freeInRoom(long block, Heap heap) {
        return Flush.freeInRoom(block, heap);
    }

    /** What a build without the guard takes the state for. */
    private static int stateOfSpan(long block) {
        return SpanTable.at(AddressSpace.unitOf(block)).userState();
    }

    /**
     * Takes back a block that was asked for with {@code bytes} bytes (C23, 7.24.3.4 free_sized).
     * WRONG_SIZE when the block is smaller than that.
     */
    public static int freeSized(long block, long bytes, Heap heap) {
        return isOf(block, 1, bytes) ? free(block, heap) : Fault.WRONG_SIZE;
    }

    /**
     * Whether a block, if it is one, can have been asked for with these bytes at a multiple of
     * {@code alignment}, a power of two; raises WRONG_SIZE if not.
     */
    public static boolean isOf(long block, long alignment, long bytes) {
        boolean isOf = (block & alignment - 1) == 0 && Flush.isWithin(block, bytes);
        return isOf || Flush.wrongSize(block) == Fault.NONE;
    }
}
