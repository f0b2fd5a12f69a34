package dev.quarry.core.verify;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Outbox;
import dev.quarry.core.owner.Parcel;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.span.BlockState;

/**
 * Validity of parcels. Their pending blocks are marked as sent meanwhile, so that what is pending
 * and nowhere shows. All locks held and all threads at rest.
 */
final class VerifyParcels {
    private VerifyParcels() {}

    static void mark() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            change(heap, BlockState.PENDING, BlockState.SENT);
        }
    }

    static void unmark() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            change(heap, BlockState.SENT, BlockState.PENDING);
        }
    }

    private static void change(Heap heap, int from, int to) {
        changeList(Memory.getLong(heap.inboxWord), from, to);
        changeList(Memory.getLong(heap.takenWord()), from, to);
        for (int place = 0; place < Outbox.PLACES; place++) {
            long parcel = Memory.getLong(heap.outboxWords + ((long) place << 3));
            if (parcel != 0) {
                changeAll(parcel, from, to);
            }
        }
    }

    private static void changeList(long first, int from, int to) {
        long parcel = first;
        while (parcel != 0) {
            changeAll(parcel, from, to);
            parcel = Parcel.next(parcel);
        }
    }

    private static void changeAll(long parcel, int from, int to) {
        for (long i = 0; i < Parcel.count(parcel); i++) {
            long block = Parcel.block(parcel, i);
            if (BlockState.of(block) == from) {
                BlockState.set(block, to);
            }
        }
    }
}
