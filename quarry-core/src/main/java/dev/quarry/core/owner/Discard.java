package dev.quarry.core.owner;

import dev.quarry.core.central.LargeSource;
import dev.quarry.core.central.SpanSource;
import dev.quarry.core.span.Poison;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanList;
import dev.quarry.core.tune.SizeClasses;

/**
 * Gives back all that a program's heap has, whoever holds its blocks. Their states are cleared, so
 * that a free of one of them is a fault; frees by other threads go under the heap's lock, so none
 * is under way.
 */
final class Discard {
    private Discard() {}

    /** Returns the bytes. The heap's lock is held, and the buddy lock can be had. */
    static long all(Heap heap) {
        long bytes = heap.spanBytes;
        RemoteFrees.drainAll(heap);
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            bin(heap, heap.bin(sizeClass));
        }
        list(heap, heap.full);
        heap.retiredBytes = 0;
        return bytes + LargeSource.giveAll(heap.account);
    }

    private static void bin(Heap heap, Bin bin) {
        Span current = bin.current;
        if (current.owner == heap) {
            bin.current = Span.empty();
            span(heap, current);
        }
        list(heap, bin.available);
        list(heap, bin.retired);
    }

    private static void list(Heap heap, SpanList spans) {
        for (Span span = spans.pop(); span != null; span = spans.pop()) {
            span(heap, span);
        }
    }

    private static void span(Heap heap, Span span) {
        heap.freeCount += span.liveCount;
        Take.setOwner(span, null);
        Poison.freed(span.firstBlock, span.bump - span.firstBlock);
        SpanSource.give(span, heap.account);
    }
}
