package dev.quarry.core.owner;

import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;

/**
 * Builds a span's free list anew after one of its links was overwritten: a carved block that no user
 * holds and that is in no magazine is free. Called by the thread that borrows the heap, under its
 * lock, so that no block is on its way.
 */
final class Mend {
    private Mend() {}

    static void spanSlow(Heap heap, Span span) {
        Magazine magazine = heap.magazine(span.userState());
        markAll(magazine, BlockState.NONE, BlockState.SEEN);
        span.free = 0;
        span.freeCount = 0;
        for (long block = span.firstBlock; block < span.bump; block += span.blockBytes) {
            if (BlockState.of(block) == BlockState.NONE) {
                span.relink(block);
            }
        }
        markAll(magazine, BlockState.SEEN, BlockState.NONE);
    }

    private static void markAll(Magazine magazine, int from, int to) {
        for (long slot = 0; slot < magazine.count; slot++) {
            long block = magazine.slot(slot);
            if (BlockState.of(block) == from) {
                BlockState.set(block, to);
            }
        }
    }
}
