package dev.quarry.core.verify;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Outbox;
import dev.quarry.core.owner.Parcel;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/**
 * Counts the blocks that other threads freed and whose heaps have not taken them up yet, where they
 * wait: in senders' open parcels, in inboxes, and by their pending bits. Senders go on meanwhile.
 * What is read of an open parcel may be torn between two owners' parcels, but is always a block's
 * address; parcels in an inbox and queued spans stay there while the heap's lock is held.
 */
final class Waiting {
    private static final long QUEUED = 1L << 62;

    private Waiting() {}

    /** Counts what lies in open parcels, for all heaps. */
    static void begin() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
                heap.bin(sizeClass).waitingCount = 0;
            }
        }
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            for (int place = 0; place < Outbox.PLACES; place++) {
                addParcel(Memory.getLongAcquire(heap.outboxWords + ((long) place << 3)));
            }
        }
    }

    /** Adds what waits at a heap. Its lock is held. */
    static void addHeap(Heap heap) {
        addParcels(Memory.getLongAcquire(heap.inboxWord));
        addParcels(Memory.getLong(heap.takenWord()));
        long link = Memory.getLongAcquire(heap.queueWord);
        while (link != 0) {
            addSpan(SpanTable.at(link - 1));
            link = Memory.getLongAcquire(UnitTables.linkWord(link - 1)) & ~QUEUED;
        }
    }

    private static void addParcels(long first) {
        long parcel = first;
        while (parcel != 0) {
            addParcel(parcel);
            parcel = Parcel.next(parcel);
        }
    }

    private static void addParcel(long parcel) {
        long count = parcel == 0 ? 0 : Parcel.count(parcel);
        for (long i = 0; i < count && i < Parcel.BLOCKS; i++) {
            addBlock(Parcel.block(parcel, i));
        }
    }

    private static void addSpan(Span span) {
        for (long at = 0; at < span.runBytes(); at += 1L << Geometry.WORD_SHIFT) {
            long start = span.firstBlock + at;
            long bits = PendingBits.word(start);
            while (bits != 0) {
                addBlock(PendingBits.lowest(start, bits));
                bits &= bits - 1;
            }
        }
    }

    private static void addBlock(long block) {
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        Heap owner = at.owner;
        if (owner != null && BlockState.in(at, block) == BlockState.PENDING) {
            owner.bin(at.sizeClass).waitingCount++;
        }
    }
}
