package dev.quarry.core.api;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Os;
import dev.quarry.core.central.LargeSource;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Threads;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.DirtyUnits;
import dev.quarry.core.span.Span;
import dev.quarry.core.tune.Geometry;

/** Blocks above the size classes. */
final class Large {
    /** No address space is larger; sizes beyond (and negative ones) are refused at once. */
    private static final long MAX_BYTES = Geometry.MAX_SPACE_BYTES;

    private Large() {}

    static long malloc(long bytes, Heap heap) {
        return alignedAlloc(Geometry.UNIT_BYTES, bytes, heap);
    }

    /** A block at a multiple of {@code alignment}, a power of two. */
    static long alignedAlloc(long alignment, long bytes, Heap heap) {
        long block = isReady(heap) ? take(bytes, alignment, heap.account) : 0;
        return block == 0 ? Refill.outOfMemory() : block;
    }

    /** The same, charged to an account. */
    static long take(long bytes, long alignment, long account) {
        boolean isPossible = !isTooLarge(alignment) && !isTooLarge(bytes);
        return isPossible ? LargeSource.take(roundUp(bytes), alignment, account) : 0;
    }

    /** A block whose bytes are 0; what comes fresh from the kernel is not written. */
    static long calloc(long bytes, Heap heap) {
        long block = malloc(bytes, heap);
        if (block != 0) {
            DirtyUnits.zero(AddressSpace.unitOf(block), bytes);
        }
        return block;
    }

    static int free(Span at, long block, Heap heap) {
        long bytes = at.blockBytes;
        int fault = LargeSource.give(at, block);
        if (fault == Fault.NONE) {
            Flush.helpIfDue(heap, bytes);
        }
        return fault;
    }

    /** Whether a large block could be made {@code bytes} long where it lies. */
    static boolean resize(Span at, long block, long bytes) {
        return !isTooLarge(bytes) && LargeSource.resize(at, block, roundUp(bytes));
    }

    /** A thread whose first call is for a large block gets its heap with it. */
    private static boolean isReady(Heap heap) {
        return !heap.isEmpty() || Threads.enter() != null;
    }

    static boolean isTooLarge(long bytes) {
        return Memory.isBelow(MAX_BYTES, bytes);
    }

    private static long roundUp(long bytes) {
        long page = Os.pageBytes();
        return (bytes + page - 1) & -page;
    }
}
