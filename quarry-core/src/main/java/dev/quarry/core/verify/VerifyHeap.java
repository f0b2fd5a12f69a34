package dev.quarry.core.verify;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Bin;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanList;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/** Validity of one heap. All locks held. */
final class VerifyHeap {
    private static final long QUEUED = 1L << 62;

    private VerifyHeap() {}

    static int heap(Heap heap) {
        long retiredBytes = 0;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            Bin bin = heap.bin(sizeClass);
            boolean isSound =
                    current(heap, bin)
                            && list(heap, bin.available, Span.AVAILABLE, sizeClass)
                            && list(heap, bin.retired, Span.RETIRED, sizeClass);
            if (!isSound) {
                return Violation.BIN_PLACE;
            }
            if (!available(bin.available) || !empty(bin.retired)) {
                return Violation.BIN_RETIRED;
            }
            retiredBytes += bytes(bin.retired);
        }
        if (retiredBytes != heap.retiredBytes) {
            return Violation.BIN_RETIRED;
        }
        return full(heap) ? queue(heap) : Violation.BIN_PLACE;
    }

    /** All spans of a program's heap are in lists, or current; others list no full ones. */
    private static boolean full(Heap heap) {
        long others = 0;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            Bin bin = heap.bin(sizeClass);
            int current = bin.current.owner == heap ? 1 : 0;
            others += bin.spanCount - bin.available.count - bin.retired.count - current;
        }
        for (Span span = heap.full.first; span != null; span = span.next) {
            if (span.owner != heap || span.place != Span.FULL) {
                return false;
            }
        }
        return heap.full.count == (heap.isProgram() ? others : 0);
    }

    /** Blocks that a fork may have lost, one of each thread that stayed in the parent. */
    static long lostAtMost() {
        long count = 0;
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            count += heap.lostAtMost;
        }
        return count;
    }

    static void forget(Heap heap) {
        heap.seenBytes = 0;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            heap.bin(sizeClass).seenCount = 0;
        }
    }

    /** Counts a span met, of its owner. */
    static void see(Heap owner, Span span) {
        owner.bin(span.sizeClass).seenCount += span.liveCount;
        owner.seenBytes += span.runBytes();
    }

    /** Blocks that left each heap's spans are those out of the spans met, which are all it has. */
    static int counts() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            if (!isCounted(heap)) {
                Verify.where = heap.slot;
                return Violation.HEAP_COUNT;
            }
        }
        return Violation.NONE;
    }

    private static boolean isCounted(Heap heap) {
        long out = 0;
        long bytes = 0;
        boolean isSound = heap.spanBytes == heap.seenBytes;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            Bin bin = heap.bin(sizeClass);
            isSound &= bin.outCount == bin.seenCount;
            out += bin.outCount;
            bytes += bin.spanCount * (Geometry.UNIT_BYTES << SizeClasses.spanOrder(sizeClass));
        }
        return isSound && bytes == heap.spanBytes && heap.mallocCount - heap.freeCount == out;
    }

    private static boolean current(Heap heap, Bin bin) {
        return bin.current.owner == null
                ? bin.current == Span.empty()
                : bin.current.owner == heap && bin.current.place == Span.CURRENT;
    }

    private static boolean list(Heap heap, SpanList list, int place, int sizeClass) {
        int count = 0;
        Span previous = null;
        for (Span span = list.first; span != null; span = span.next) {
            boolean isSound =
                    span.owner == heap
                            && span.place == place
                            && span.sizeClass == sizeClass
                            && span.previous == previous;
            if (!isSound || count == list.count) {
                return false;
            }
            previous = span;
            count++;
        }
        return count == list.count;
    }

    private static boolean available(SpanList list) {
        for (Span span = list.first; span != null; span = span.next) {
            if (span.liveCount == 0 || !span.hasRoom()) {
                return false;
            }
        }
        return true;
    }

    private static boolean empty(SpanList list) {
        for (Span span = list.first; span != null; span = span.next) {
            if (span.liveCount != 0) {
                return false;
            }
        }
        return true;
    }

    private static long bytes(SpanList list) {
        long bytes = 0;
        for (Span span = list.first; span != null; span = span.next) {
            bytes += span.runBytes();
        }
        return bytes;
    }

    /** Each unit of the queue is a unit and marked; a unit twice would make the walk endless. */
    private static int queue(Heap heap) {
        long left = Buddy.knownUnits();
        long link = Memory.getLong(heap.queueWord);
        while (link != 0) {
            boolean isUnit = link <= Buddy.knownUnits();
            long word = isUnit ? Memory.getLong(UnitTables.linkWord(link - 1)) : 0;
            if ((word & QUEUED) == 0 || left == 0) {
                return Violation.HEAP_QUEUE;
            }
            left--;
            link = word & ~QUEUED;
        }
        return Violation.NONE;
    }
}
