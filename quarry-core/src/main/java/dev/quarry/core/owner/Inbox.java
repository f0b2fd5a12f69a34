package dev.quarry.core.owner;

import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;

/** The owner's side of parcels. The heap's lock is held. */
final class Inbox {
    private Inbox() {}

    /** Whether parcels wait to be taken up. */
    static boolean isFilled(Heap heap) {
        return Memory.getLongRelaxed(heap.inboxWord) != 0;
    }

    /** Takes up all parcels, every block into its span. */
    static void intoSpans(Heap heap) {
        long parcel = Memory.exchangeLong(heap.inboxWord, 0);
        while (parcel != 0) {
            long next = Parcel.next(parcel);
            for (long i = 0; i < Parcel.count(parcel); i++) {
                intoSpan(heap, Parcel.block(parcel, i));
            }
            Parcel.close(parcel);
            parcel = next;
        }
    }

    private static void intoSpan(Heap heap, long block) {
        if (isTakenUp(heap, block)) {
            Give.unused(heap, block);
        }
    }

    /**
     * Takes up all parcels. By the borrowing thread: blocks go into the magazines as far as there
     * is room, as if the thread had freed them itself.
     */
    static void intoMagazines(Heap heap) {
        long parcel = Memory.exchangeLong(heap.inboxWord, 0);
        while (parcel != 0) {
            long next = Parcel.next(parcel);
            for (long i = 0; i < Parcel.count(parcel); i++) {
                intoMagazine(heap, Parcel.block(parcel, i));
            }
            Parcel.close(parcel);
            parcel = next;
        }
    }

    private static void intoMagazine(Heap heap, long block) {
        if (isTakenUp(heap, block) && !isPushed(heap, block)) {
            Give.unused(heap, block);
        }
    }

    /** Whether the block is the heap's now; else it was a wrong free, which is counted. */
    private static boolean isTakenUp(Heap heap, long block) {
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        if (at.owner != heap && Guards.drainOwner()) {
            RemoteFrees.refuse(block);
            return false;
        }
        return RemoteFrees.isPending(heap, at.head(), block);
    }

    private static boolean isPushed(Heap heap, long block) {
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        Magazine magazine = heap.magazine(at.sizeClass + 1);
        if (magazine.isFull()) {
            return false;
        }
        BlockState.set(block, BlockState.NONE);
        magazine.push(block);
        return true;
    }

    /** Whether a parcel lies in an inbox. */
    static boolean has(long inboxWord, long parcel) {
        long at = Memory.getLong(inboxWord);
        while (at != 0 && at != parcel) {
            at = Parcel.next(at);
        }
        return at != 0;
    }

    /** Whether a block lies in a parcel. */
    static boolean contains(long parcel, long block) {
        boolean found = false;
        for (long i = 0; i < Parcel.count(parcel); i++) {
            found |= Parcel.block(parcel, i) == block;
        }
        return found;
    }
}
