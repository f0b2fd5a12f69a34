package dev.quarry.core.owner;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Geometry;

/**
 * Frees by other threads, one by one: for senders and blocks for which there are no parcels
 * ({@link Outbox}). The sender changes the block's state to PENDING, sets its pending bit
 * and, if the span is not queued yet, queues it with its heap; it never touches the block. The heap
 * takes the queue as a whole.
 *
 * <p>The queue is a stack of head units: its head word and each unit's link word hold unit + 1, and
 * a link word also the QUEUED bit while the unit is, or is about to be, in a queue. Why no bit is
 * lost: docs/ORDERING.md, "Pending bits and queues".
 */
public final class RemoteFrees {
    private static final long QUEUED = 1L << 62;

    private RemoteFrees() {}

    /**
     * Frees a block of a heap that this thread cannot lock now or does not own; returns a fault and
     * changes nothing when nobody holds a block there. The sender has noted what it is posting, if
     * it has a heap to note it in, so that a fork's child can end what it finds begun.
     */
    static int post(Heap owner, Span at, long block) {
        boolean isFreed = BlockState.change(at, block, BlockState.LIVE, BlockState.PENDING);
        if (!isFreed && Guards.senderState()) {
            return at.head().faultOf(block);
        }
        if (!PendingBits.post(block)) {
            // Left by an earlier free that lost to the owner's: counted here, it shows no more.
            Fault.raise(Fault.DOUBLE_FREE, block);
        }
        queue(owner, at.headUnit);
        return Fault.NONE;
    }

    static void queue(Heap owner, long unit) {
        long word = UnitTables.linkWord(unit);
        if (Memory.getLongSeqCst(word) != 0 || !Memory.casLong(word, 0, QUEUED)) {
            return;
        }
        long head = Memory.getLongRelaxed(owner.queueWord);
        Memory.putLongRelaxed(word, QUEUED | head);
        while (!Memory.casLong(owner.queueWord, head, unit + 1)) {
            head = Memory.getLongRelaxed(owner.queueWord);
            Memory.putLongRelaxed(word, QUEUED | head);
        }
    }

    /** Whether spans wait to be taken up. */
    static boolean isQueued(Heap heap) {
        return Memory.getLongRelaxed(heap.queueWord) != 0;
    }

    /** Takes up everything that waits, in parcels too. The heap's lock is held. */
    public static void drainAll(Heap heap) {
        if (Inbox.isFilled(heap)) {
            Inbox.intoSpans(heap);
        }
        drain(heap);
    }

    /** Takes up the spans that wait. The heap's lock is held. */
    static void drain(Heap heap) {
        if (!isQueued(heap)) {
            return;
        }
        long link = Memory.exchangeLong(heap.queueWord, 0);
        while (link != 0) {
            long unit = link - 1;
            link = Memory.exchangeLong(UnitTables.linkWord(unit), 0) & ~QUEUED;
            takeUp(heap, unit);
        }
    }

    private static void takeUp(Heap heap, long unit) {
        Span span = SpanTable.at(unit);
        Heap owner = span.owner;
        if (owner == null) {
            refuseStale(unit, span.unitCount);
        } else if (owner != heap && Guards.drainOwner()) {
            queue(owner, span.headUnit);
        } else {
            takeUpBlocks(heap, span);
        }
    }

    private static void takeUpBlocks(Heap heap, Span span) {
        for (long at = 0; at < span.runBytes(); at += 1L << Geometry.WORD_SHIFT) {
            long start = span.firstBlock + at;
            long bits = PendingBits.take(start);
            while (bits != 0) {
                takeUpBlock(heap, span, PendingBits.lowest(start, bits));
                bits &= bits - 1;
            }
        }
        Give.settle(heap, span);
    }

    private static void takeUpBlock(Heap heap, Span span, long block) {
        if (isPending(heap, span, block, BlockState.addressOf(span, block))) {
            Give.put(heap, span, block);
        }
    }

    /**
     * Whether a block of the heap's, with its state at that address, was freed by another thread;
     * else a wrong free, counted.
     */
    static boolean isPending(Heap heap, Span at, long block, long state) {
        if (Guards.drainState() && Memory.getByte(state) != BlockState.PENDING) {
            Fault.raise(at.head().faultOf(block), block);
            return false;
        }
        heap.remoteFreeCount++;
        return true;
    }

    /**
     * Counts what wrong frees left in units that belonged to nobody a moment ago. A block that is
     * PENDING belongs to somebody by now: its bit goes back.
     */
    private static void refuseStale(long unit, long units) {
        long open = AddressSpace.openUnits();
        long end = AddressSpace.addressOf(unit + units < open ? unit + units : open);
        for (long at = AddressSpace.addressOf(unit); at < end; at += 1L << Geometry.WORD_SHIFT) {
            long bits = PendingBits.take(at);
            while (bits != 0) {
                refuse(PendingBits.lowest(at, bits));
                bits &= bits - 1;
            }
        }
    }

    static void refuse(long block) {
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        if (BlockState.in(at, block) != BlockState.PENDING || !PendingBits.post(block)) {
            Fault.raise(Fault.DOUBLE_FREE, block);
        }
        Heap owner = at.owner; // Once: a span that goes back meanwhile has none.
        if (owner != null) {
            queue(owner, at.headUnit);
        }
    }
}
