package dev.quarry.core.owner;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.central.SpanSource;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.SizeClasses;

/** Gives blocks back to their spans and finds the spans' places. The heap's lock is held. */
public final class Give {
    private Give() {}

    /**
     * Frees the block at an address of the unit described by {@code at}; returns a fault and
     * changes nothing when no user of this heap holds a block there.
     */
    public static int block(Heap heap, Span at, long block) {
        if (at.owner != heap) {
            return Fault.NOT_A_BLOCK;
        }
        Span span = at.head();
        if (Guards.liveState() && BlockState.in(span, block) != BlockState.LIVE) {
            return span.faultOf(block);
        }
        one(heap, span, block);
        return Fault.NONE;
    }

    /** Gives back the {@code count} blocks put last into a magazine. By the borrowing thread. */
    public static void batch(Heap heap, int sizeClass, long count) {
        Magazine magazine = heap.magazine(sizeClass);
        magazine.layDown();
        long end = magazine.count();
        long slot = end - count;
        magazine.setCount(slot);
        heap.freeCount += count;
        heap.bin(sizeClass).outCount -= count;
        while (slot < end) {
            Span span = SpanTable.at(AddressSpace.unitOf(magazine.slot(slot))).head();
            slot = span.putBatch(magazine, slot, end);
            if (span.place == Span.FULL || span.liveCount == 0) {
                settle(heap, span);
            }
        }
    }

    /** Gives back a block that no user held. */
    static void unused(Heap heap, long block) {
        one(heap, SpanTable.at(AddressSpace.unitOf(block)).head(), block);
    }

    private static void one(Heap heap, Span span, long block) {
        put(heap, span, block);
        settle(heap, span);
    }

    /** Puts a block back into its span. */
    static void put(Heap heap, Span span, long block) {
        span.put(block);
        heap.bin(span.sizeClass).outCount--;
        heap.freeCount++;
    }

    /** Moves a span to where it belongs after blocks came back to it. */
    static void settle(Heap heap, Span span) {
        if (span.place == Span.CURRENT || span.place == Span.RETIRED) {
            return;
        }
        Bin bin = heap.bin(span.sizeClass);
        if (span.place == Span.FULL && span.freeCount != 0) {
            if (heap.isProgram()) {
                heap.full.remove(span);
            }
            bin.available.push(span);
            span.place = Span.AVAILABLE;
        }
        if (span.liveCount == 0) {
            bin.available.remove(span);
            retire(heap, bin, span);
        }
    }

    private static void retire(Heap heap, Bin bin, Span span) {
        long bytes = span.runBytes();
        if (bin.retired.count < Config.retiredSpansPerClass
                && heap.retiredBytes + bytes <= Config.retiredBytesPerHeap) {
            keep(heap, bin, span);
        } else {
            release(heap, bin, span);
        }
    }

    private static void keep(Heap heap, Bin bin, Span span) {
        bin.retired.push(span);
        span.place = Span.RETIRED;
        heap.retiredBytes += span.runBytes();
    }

    static void release(Heap heap, Bin bin, Span span) {
        Take.setOwner(span, null);
        if (!SpanSource.give(span, heap.account)) {
            Take.setOwner(span, heap);
            keep(heap, bin, span);
        }
    }

    /** Gives all empty spans of a heap back. */
    static void releaseEmpty(Heap heap) {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            Bin bin = heap.bin(sizeClass);
            Span span = bin.retired.first;
            while (span != null) {
                Span next = span.next;
                bin.retired.remove(span);
                heap.retiredBytes -= span.runBytes();
                release(heap, bin, span);
                span = next;
            }
            releaseCurrent(heap, bin);
        }
    }

    /** Gives the current span back if it is empty. */
    static void releaseCurrent(Heap heap, Bin bin) {
        Span span = bin.current;
        if (span.owner == heap && span.liveCount == 0) {
            bin.current = Span.empty();
            release(heap, bin, span);
        }
    }
}
