package dev.quarry.core.owner;

import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;

/**
 * The owner's side of parcels: the inbox is taken as a whole, and the parcels then unpacked one by
 * one as blocks are needed. The heap's lock is held.
 */
final class Inbox {
    /** From the inbox word to that of the parcels taken out. */
    static final long TAKEN = 8;

    private Inbox() {}

    /** Whether parcels wait to be taken up. */
    static boolean isFilled(Heap heap) {
        return Memory.getLongRelaxed(heap.inboxWord) != 0 || Memory.getLong(heap.takenWord()) != 0;
    }

    /** Takes up all parcels, every block into its span. */
    static void intoSpans(Heap heap) {
        long parcel = next(heap);
        while (parcel != 0) {
            for (long i = 0; i < Parcel.count(parcel); i++) {
                intoSpan(heap, Parcel.block(parcel, i));
            }
            Parcel.close(parcel);
            parcel = next(heap);
        }
    }

    private static void intoSpan(Heap heap, long block) {
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        if (isTakenUp(heap, at, block, BlockState.addressOf(at, block))) {
            Give.unused(heap, block);
        }
    }

    /** The next parcel to unpack, nobody's now; 0 when there is none. */
    private static long next(Heap heap) {
        long parcel = Memory.getLong(heap.takenWord());
        if (parcel == 0) {
            parcel = Memory.exchangeLong(heap.inboxWord, 0);
        }
        Memory.putLong(heap.takenWord(), parcel == 0 ? 0 : Parcel.next(parcel));
        return parcel;
    }

    /**
     * Takes parcels up until a magazine has blocks. By the borrowing thread: blocks go into the
     * magazines as far as there is room, as if the thread had freed them itself.
     */
    static void intoMagazines(Heap heap, Magazine needy) {
        long parcel = next(heap);
        while (parcel != 0) {
            unpack(heap, parcel);
            Parcel.close(parcel);
            parcel = needy.isEmpty() ? next(heap) : 0;
        }
    }

    private static void unpack(Heap heap, long parcel) {
        long count = Parcel.count(parcel);
        long at = 0;
        while (at < count) {
            at = unpackUnit(heap, parcel, at, count);
        }
    }

    /** Unpacks blocks from an index on, as far as they are of one unit; returns the next index. */
    private static long unpackUnit(Heap heap, long parcel, long from, long count) {
        long unit = unit(parcel, from);
        Span at = SpanTable.at(unit);
        Magazine magazine = heap.magazine(at.sizeClass);
        long index = from;
        while (index < count && unit(parcel, index) == unit) {
            long block = Parcel.block(parcel, index);
            long state = magazine.stateOf(block);
            if (isTakenUp(heap, at, block, state)) {
                put(heap, magazine, block, state);
            }
            index++;
        }
        return index;
    }

    private static long unit(long parcel, long index) {
        return AddressSpace.unitOf(Parcel.block(parcel, index));
    }

    private static void put(Heap heap, Magazine magazine, long block, long state) {
        if (magazine.isFull()) {
            Give.unused(heap, block);
        } else {
            Memory.putByte(state, BlockState.NONE);
            magazine.push(block);
        }
    }

    /** Whether the block is the heap's now; else it was a wrong free, which is counted. */
    private static boolean isTakenUp(Heap heap, Span at, long block, long state) {
        if (at.owner != heap && Guards.drainOwner()) {
            RemoteFrees.refuse(block);
            return false;
        }
        return RemoteFrees.isPending(heap, at, block, state);
    }

    /** Whether a parcel was sent to an inbox and is not unpacked. */
    static boolean has(long inboxWord, long parcel) {
        return isIn(inboxWord, parcel) || isIn(inboxWord + TAKEN, parcel);
    }

    private static boolean isIn(long word, long parcel) {
        long at = Memory.getLong(word);
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
