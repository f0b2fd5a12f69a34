package dev.quarry.core.verify;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.MagazineSizes;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.owner.Reserve;
import dev.quarry.core.owner.Spare;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.SizeClasses;

/**
 * Validity of magazines. Their blocks are marked as seen, so that a block met twice, or met in a
 * free list as well, shows. All locks held and all threads at rest.
 */
final class VerifyMagazines {
    private VerifyMagazines() {}

    static int mark() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            if (!isInBooks(heap)) {
                return Violation.MAGAZINE;
            }
            for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
                Magazine magazine = heap.magazine(sizeClass);
                if (!isBounded(magazine) || !markAll(heap, magazine, sizeClass)) {
                    return Violation.MAGAZINE;
                }
            }
            if (heap.spare != 0 && !markOne(heap, heap.spare, SizeClasses.classOf(Spare.BYTES))) {
                return Violation.MAGAZINE;
            }
        }
        return Violation.NONE;
    }

    private static boolean isInBooks(Heap heap) {
        return Reserve.bytes(heap) == heap.reserveBytes
                && MagazineSizes.capacityBytes(heap) + heap.magazineRoom
                        == Config.magazineBytesPerHeap;
    }

    private static boolean isBounded(Magazine magazine) {
        return magazine.hasFloor()
                && magazine.count() >= 0
                && magazine.count() <= magazine.capacity()
                && magazine.capacity() <= Magazine.MAX_CAPACITY;
    }

    private static boolean markAll(Heap heap, Magazine magazine, int sizeClass) {
        for (int i = 0; i < magazine.count(); i++) {
            if (!markOne(heap, magazine.block(i), sizeClass)) {
                return false;
            }
        }
        for (long i = 0; i < magazine.reserveCount; i++) {
            if (!markOne(heap, Memory.getLong(magazine.reserve + (i << 3)), sizeClass)) {
                return false;
            }
        }
        return true;
    }

    private static boolean markOne(Heap heap, long block, int sizeClass) {
        Span span = SpanTable.at(AddressSpace.unitOf(block)).head();
        boolean isSound =
                span.owner == heap
                        && span.sizeClass == sizeClass
                        && span.isBoundary(block)
                        && BlockState.in(span, block) == BlockState.NONE;
        if (!isSound) {
            Verify.where = block;
            return false;
        }
        BlockState.put(span, block, BlockState.SEEN);
        return true;
    }

    static void unmark() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
                unmarkAll(heap.magazine(sizeClass));
            }
            if (heap.spare != 0) {
                unmarkOne(heap.spare);
            }
        }
    }

    private static void unmarkAll(Magazine magazine) {
        for (int i = 0; i < magazine.count(); i++) {
            unmarkOne(magazine.block(i));
        }
        for (long i = 0; i < magazine.reserveCount; i++) {
            unmarkOne(Memory.getLong(magazine.reserve + (i << 3)));
        }
    }

    private static void unmarkOne(long block) {
        if (BlockState.of(block) == BlockState.SEEN) {
            BlockState.set(block, BlockState.NONE);
        }
    }

    /** Blocks of a class in all magazines, and spare ones. All locks held. */
    static long count(int sizeClass) {
        long count = 0;
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            count += heap.magazine(sizeClass).count() + heap.magazine(sizeClass).reserveCount;
            count += Spare.count(heap, sizeClass);
        }
        return count;
    }
}
