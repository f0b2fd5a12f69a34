package dev.quarry.core.api;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Decommit;
import dev.quarry.core.owner.Give;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.MagazineSizes;
import dev.quarry.core.owner.Outbox;
import dev.quarry.core.owner.Threads;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;

/** The slow twin of {@link Free}. */
final class Flush {
    private Flush() {}

    /** Whether a block, if it is one, has at least so many bytes. */
    static boolean isWithin(long block, long bytes) {
        long usable = Query.usableSize(block);
        return usable <= 0 || !Memory.isBelow(usable, bytes);
    }

    static int wrongSize(long block) {
        return Fault.raise(Fault.WRONG_SIZE, block);
    }

    static int freeSlow(long block, Heap heap) {
        if (block == 0) {
            return Fault.NONE;
        }
        Tls.ensureStack();
        long bytes = Outbox.putOpen(heap, block);
        if (bytes == 0) {
            return freeInRoom(block, heap);
        }
        helpIfDue(heap, bytes);
        return Fault.NONE;
    }

    /** Frees without asking for stack: the caller has done so. */
    static int freeInRoom(long block, Heap heap) {
        int fault = freeAny(block, heap.isEmpty() ? firstHeap(heap) : heap);
        return fault == Fault.NONE ? fault : Fault.raise(fault, block);
    }

    /** A thread whose first call is a free gets its heap now, unless nothing was ever allocated. */
    private static Heap firstHeap(Heap empty) {
        Heap heap = Boot.isReady() ? Threads.enter() : null;
        return heap == null ? empty : heap;
    }

    private static int freeAny(long block, Heap heap) {
        if (Guards.ownRange() && !AddressSpace.isOpen(AddressSpace.granuleOf(block))) {
            return AddressSpace.owns(block) ? Fault.NOT_A_BLOCK : Fault.FOREIGN;
        }
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        Heap owner = at.owner;
        if (owner == null) {
            return Large.free(at, block, heap);
        }
        if (owner == heap && Refill.hasMagazines(heap) && overflows(heap, at, block)) {
            return Fault.NONE;
        }
        if ((owner == heap || owner.isShared) && owner.lock()) {
            int fault = Give.block(owner, at, block);
            boolean helps = Decommit.isDue(owner, at.blockBytes);
            owner.unlock();
            if (helps) {
                Decommit.helpSlow();
            }
            return fault;
        }
        long bytes = at.blockBytes; // Now: once it is put, the span may be cut anew.
        int fault = Outbox.put(heap, owner, at, block);
        if (fault == Fault.NONE) {
            helpIfDue(heap, bytes);
        }
        return fault;
    }

    /** Counts what a heap's thread has freed, with no lock held. */
    static void helpIfDue(Heap heap, long bytes) {
        if (heap.isPrivate() && Decommit.isDue(heap, bytes)) {
            Outbox.sendAll(heap);
            Decommit.helpSlow();
        }
    }

    /** Whether a live block is in its magazine now, room having been made if it was full. */
    private static boolean overflows(Heap heap, Span at, long block) {
        Magazine magazine = heap.magazine(at.sizeClass);
        long state = magazine.stateOf(block);
        if (Memory.getByte(state) != BlockState.live(block) || !heap.lock()) {
            return false;
        }
        boolean hasRoom =
                !magazine.isFull()
                        || MagazineSizes.grow(heap, at.sizeClass)
                        || MagazineSizes.overflow(heap, at.sizeClass);
        heap.look();
        long bytes = at.blockBytes * (magazine.capacity() - magazine.count());
        if (hasRoom) {
            Memory.putByte(state, BlockState.NONE);
            magazine.push(block);
        }
        heap.unlock();
        helpIfDue(heap, bytes);
        return hasRoom;
    }
}
