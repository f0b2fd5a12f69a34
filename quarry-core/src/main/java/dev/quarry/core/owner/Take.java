package dev.quarry.core.owner;

import dev.quarry.core.base.Memory;
import dev.quarry.core.central.SpanSource;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import org.jspecify.annotations.Nullable;

/**
 * Takes blocks of a class from a heap's spans. The heap's lock is held.
 *
 * <p>The order: the current span's freed blocks, what other threads freed, the current span's
 * uncarved blocks; then another span: available, retired, cut anew. A magazine looks into its
 * reserve and at the parcels of other threads' frees before it comes here.
 */
public final class Take {
    private Take() {}

    /** A block for a user; 0 when memory is exhausted. */
    public static long block(Heap heap, int sizeClass) {
        Bin bin = heap.bin(sizeClass);
        long block = one(heap, bin, sizeClass);
        if (block != 0) {
            BlockState.put(bin.current, block, BlockState.LIVE);
        }
        return block;
    }

    /**
     * Fills an empty magazine with up to {@code count} blocks, so that they come out in the order
     * in which they were taken. Called by the borrowing thread.
     */
    public static void batch(Heap heap, int sizeClass, Magazine magazine, long count) {
        Bin bin = heap.bin(sizeClass);
        long left = count - bin.current.takeFreedBatch(magazine, count);
        while (left > 0) {
            left -= moreSlow(heap, bin, magazine, left);
            if (left > 0 && !nextSpanSlow(heap, bin, sizeClass)) {
                break;
            }
        }
        if (left > 0) {
            moveDown(magazine, left, count);
        }
        magazine.setCount(count - left);
        bin.outCount += count - left;
        heap.mallocCount += count - left;
    }

    /** What the current span has when its freed blocks are at an end. */
    private static long moreSlow(Heap heap, Bin bin, Magazine magazine, long count) {
        long left = count;
        if (RemoteFrees.isQueued(heap)) {
            RemoteFrees.drain(heap);
            heap.queueHits += bin.current.freeCount == 0 ? 0 : 1;
        }
        left -= bin.current.takeFreedBatch(magazine, left);
        left -= bin.current.carveBatch(magazine, left);
        return count - left;
    }

    private static void moveDown(Magazine magazine, long from, long to) {
        for (long slot = from; slot < to; slot++) {
            magazine.setSlot(slot - from, magazine.slot(slot));
        }
    }

    private static long one(Heap heap, Bin bin, int sizeClass) {
        long block = fromCurrent(heap, bin);
        while (block == 0) {
            if (!nextSpanSlow(heap, bin, sizeClass)) {
                return 0;
            }
            block = fromCurrent(heap, bin);
        }
        bin.outCount++;
        heap.mallocCount++;
        return block;
    }

    private static long fromCurrent(Heap heap, Bin bin) {
        long block = bin.current.takeFreed();
        if (block == 0 && (RemoteFrees.isQueued(heap) || Inbox.isFilled(heap))) {
            RemoteFrees.drainAll(heap);
            block = bin.current.takeFreed();
            heap.queueHits += block == 0 ? 0 : 1;
        }
        return block == 0 ? bin.current.carve() : block;
    }

    /** Makes another span current: available, retired, or cut anew; false without memory. */
    private static boolean nextSpanSlow(Heap heap, Bin bin, int sizeClass) {
        Span span = anotherSpan(heap, bin, sizeClass);
        if (span == null) {
            return false;
        }
        leave(heap, bin.current);
        bin.current = span;
        span.place = Span.CURRENT;
        return true;
    }

    private static @Nullable Span anotherSpan(Heap heap, Bin bin, int sizeClass) {
        Span span = bin.available.pop();
        if (span != null) {
            heap.availableHits++;
            return span;
        }
        span = bin.retired.pop();
        if (span != null) {
            heap.retiredHits++;
            heap.retiredBytes -= span.runBytes();
            return span;
        }
        span = SpanSource.take(sizeClass, heap.account);
        if (span != null) {
            heap.cutSpans++;
            setOwner(span, heap);
        }
        return span;
    }

    /** The span that was current has no block left. */
    private static void leave(Heap heap, Span span) {
        if (span.owner == heap) {
            span.place = Span.FULL;
            if (heap.isProgram()) {
                heap.full.push(span);
            }
            Give.settle(heap, span);
        }
    }

    /** Whether a block just taken for a user reads as zero. Lock still held. */
    public static boolean isFresh(long block) {
        return block >= SpanTable.at(AddressSpace.unitOf(block)).head().zeroedFrom;
    }

    /** Says in every unit of a span who owns it. Its heap's lock is held. */
    static void setOwner(Span span, @Nullable Heap owner) {
        count(span.owner, span, -1);
        count(owner, span, 1);
        long unit = span.headUnit;
        int word = owner == null ? 0 : OwnerWord.of(owner.slot, span.sizeClass);
        for (long i = 0; i < span.unitCount; i++) {
            SpanTable.at(unit + i).owner = owner;
            Memory.putInt(UnitTables.ownerWord(unit + i), word);
        }
    }

    private static void count(@Nullable Heap owner, Span span, long spans) {
        if (owner != null) {
            Bin bin = owner.bin(span.sizeClass);
            bin.spanCount += spans;
            bin.outCount += spans * span.liveCount;
            owner.spanBytes += spans * span.runBytes();
            long most = owner.mostSpanBytes;
            owner.mostSpanBytes = owner.spanBytes > most ? owner.spanBytes : most;
        }
    }
}
