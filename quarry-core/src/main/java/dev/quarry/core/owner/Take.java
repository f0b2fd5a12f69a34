package dev.quarry.core.owner;

import dev.quarry.core.central.SpanSource;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockBitmap;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;

/**
 * Takes a block of a class from a heap. The heap's lock is held.
 *
 * <p>The order: the current span's freed blocks, what other threads freed, the current span's
 * uncarved blocks; then, on a miss, another span: available, retired, cut anew.
 */
public final class Take {
    private Take() {}

    /** A block that nobody held, now live; 0 when memory is exhausted. */
    public static long block(Heap heap, int sizeClass) {
        Bin bin = heap.bin(sizeClass);
        long block = bin.current.takeFreed();
        if (block == 0 && RemoteFrees.isQueued(heap)) {
            RemoteFrees.drain(heap);
            block = bin.current.takeFreed();
        }
        if (block == 0) {
            block = bin.current.carve();
        }
        if (block == 0) {
            block = blockSlow(heap, bin, sizeClass);
            if (block == 0) {
                return 0;
            }
        }
        BlockBitmap.setLive(SpanTable.at(AddressSpace.unitOf(block)), block);
        heap.mallocCount++;
        return block;
    }

    private static long blockSlow(Heap heap, Bin bin, int sizeClass) {
        Span span = bin.available.pop();
        if (span == null) {
            span = bin.retired.pop();
            if (span != null) {
                heap.retiredBytes -= span.runBytes();
            }
        }
        if (span == null) {
            span = SpanSource.take(sizeClass);
            if (span == null) {
                return 0;
            }
            setOwner(span, heap);
        }
        if (bin.current.owner == heap) {
            bin.current.place = Span.FULL;
        }
        bin.current = span;
        span.place = Span.CURRENT;
        long block = span.takeFreed();
        return block != 0 ? block : span.carve();
    }

    /** Whether a block just taken has never been used and reads as zero. Lock still held. */
    public static boolean isFresh(long block) {
        return block >= SpanTable.at(AddressSpace.unitOf(block)).head().zeroedFrom;
    }

    /** Says in every unit of a span who owns it. */
    static void setOwner(Span span, Heap owner) {
        long unit = span.headUnit;
        for (long i = 0; i < span.unitCount; i++) {
            SpanTable.at(unit + i).owner = owner;
        }
    }
}
