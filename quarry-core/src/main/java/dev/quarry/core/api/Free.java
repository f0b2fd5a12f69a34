package dev.quarry.core.api;

import dev.quarry.core.base.Build;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.OwnerWord;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;

/**
 * Frees a block: the fast path.
 *
 * <pre>
 *   free ─ ours, of this heap's, live, its magazine has room ─ unmark, push
 *      └ else Flush.freeSlow
 * </pre>
 */
public final class Free {
    private Free() {}

    /**
     * Takes a block back; 0 is ignored. Returns a {@link Fault}: anything but NONE changed nothing.
     * {@code heap} is the running thread's.
     */
    public static int free(long block, Heap heap) {
        long granule = AddressSpace.granuleFrom(heap.base, block);
        if (Build.fastBins() && Memory.isBelow(granule, heap.openGranules)) {
            int word = heap.ownWordOf(block);
            if (OwnerWord.isRest(word)) {
                long state = heap.stateOf(word, block);
                Magazine magazine = heap.magazineAt(OwnerWord.head(word));
                long top = magazine.top();
                boolean isLive = Memory.getByte(state) == BlockState.live(block);
                if ((isLive || !Guards.liveState()) && !magazine.isEnd(top)) {
                    // First: a fork in between may lose it, not double it.
                    Memory.putByte(state, BlockState.NONE);
                    magazine.pushOn(top, block);
                    return Fault.NONE;
                }
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
