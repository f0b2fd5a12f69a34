package dev.quarry.core.owner;

import dev.quarry.core.base.Os;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.tune.SizeClasses;

/**
 * Gives back what spans hold to which nothing has happened since an earlier pass: an empty span's
 * run, and the pages of the others that no block in use touches. Nothing is ever read from a free
 * block, so its memory may go at any time, and one block in use keeps a page of its span, not the
 * span.
 */
final class Purge {
    /** Spans purged while a heap's lock is held once. */
    private static final int AT_A_TIME = 16;

    /** Of the last {@link #bin}: whether something went back or waits for a later pass. */
    private static boolean hasFound;

    private Purge() {}

    /** Looks at a heap's spans of a class; true when there is more of them to purge. */
    static boolean bin(Heap heap, int sizeClass, int pass) {
        hasFound = false;
        if (!heap.lock()) {
            return false;
        }
        Bin bin = heap.bin(sizeClass);
        reserve(heap, sizeClass, pass);
        releaseRetired(heap, bin, pass);
        current(heap, bin, pass);
        boolean isLeft = available(bin, pass);
        heap.unlock();
        return isLeft;
    }

    static boolean hasFound() {
        return hasFound;
    }

    /** Purges all spans of a heap, whatever happened to them just now; its lock is held. */
    static void all(Heap heap) {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            inBin(heap, heap.bin(sizeClass));
        }
    }

    private static void inBin(Heap heap, Bin bin) {
        for (Span span = bin.available.first; span != null; span = span.next) {
            pages(span);
        }
        if (bin.current.owner == heap) {
            pages(bin.current);
        }
    }

    /** Its blocks would keep a page each. */
    private static void reserve(Heap heap, int sizeClass, int pass) {
        Magazine magazine = heap.magazine(sizeClass);
        if (magazine.reserveCount == 0) {
            return;
        }
        hasFound = true;
        if (magazine.reserveCalm == 0) {
            magazine.reserveCalm = pass;
        } else if (magazine.reserveCalm != pass) {
            Reserve.empty(heap, magazine, SizeClasses.blockBytes(sizeClass));
        }
    }

    private static void releaseRetired(Heap heap, Bin bin, int pass) {
        Span span = bin.retired.first;
        while (span != null) {
            Span next = span.next;
            if (isDue(span, pass)) {
                bin.retired.remove(span);
                heap.retiredBytes -= span.runBytes();
                Give.release(heap, bin, span);
            }
            span = next;
        }
    }

    private static void current(Heap heap, Bin bin, int pass) {
        Span span = bin.current;
        if (span.owner == heap && isDue(span, pass)) {
            pages(span);
            Give.releaseCurrent(heap, bin);
        }
    }

    private static boolean available(Bin bin, int pass) {
        int left = AT_A_TIME;
        for (Span span = bin.available.first; span != null && left > 0; span = span.next) {
            if (isDue(span, pass)) {
                pages(span);
                left--;
            }
        }
        return left == 0;
    }

    /** Whether nothing happened to a span since an earlier pass, and it was not purged since. */
    private static boolean isDue(Span span, int pass) {
        if (span.calm == Span.PURGED) {
            return false;
        }
        hasFound = true;
        if (span.calm == 0) {
            span.calm = pass;
        }
        return span.calm != pass;
    }

    private static void pages(Span span) {
        span.calm = Span.PURGED;
        long start = span.firstBlock;
        for (long block = start; block < span.bump; block += span.blockBytes) {
            if (BlockState.in(span, block) != BlockState.FREE) {
                whole(start, block);
                start = block + span.blockBytes;
            }
        }
        whole(start, span.firstBlock + span.runBytes());
    }

    /** Gives the whole pages between two addresses back. */
    private static void whole(long start, long end) {
        long page = Os.pageBytes();
        long first = start + page - 1 & -page;
        long last = end & -page;
        if (last > first) {
            Os.decommit(first, last - first);
        }
    }
}
