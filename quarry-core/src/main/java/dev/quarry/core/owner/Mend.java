package dev.quarry.core.owner;

import dev.quarry.core.base.Memory;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;

/**
 * Builds a span's free list anew after one of its links was overwritten: a carved block that no user
 * holds and that is in no magazine is free. Called by the thread that borrows the heap, under its
 * lock.
 */
final class Mend {
    private Mend() {}

    /** Slots {@code from} to {@code to} of the magazine hold blocks on their way into it. */
    static void spanSlow(Heap heap, Span span, long from, long to) {
        Magazine magazine = heap.magazine(span.userState());
        markAll(magazine, 0, magazine.count, BlockState.SEEN);
        markAll(magazine, from, to, BlockState.SEEN);
        markReserve(magazine, BlockState.SEEN);
        span.free = 0;
        span.freeCount = 0;
        for (long block = span.firstBlock; block < span.bump; block += span.blockBytes) {
            if (BlockState.of(block) == BlockState.NONE) {
                span.relink(block);
            }
        }
        markAll(magazine, 0, magazine.count, BlockState.NONE);
        markAll(magazine, from, to, BlockState.NONE);
        markReserve(magazine, BlockState.NONE);
    }

    private static void markReserve(Magazine magazine, int state) {
        for (long i = 0; i < magazine.reserveCount; i++) {
            BlockState.set(Memory.getLong(magazine.reserve + (i << 3)), state);
        }
    }

    private static void markAll(Magazine magazine, long from, long to, int state) {
        for (long slot = from; slot < to; slot++) {
            BlockState.set(magazine.slot(slot), state);
        }
    }
}
