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
            for (int state = 0; state < BlockState.COUNT; state++) {
                Magazine magazine = heap.magazine(state);
                if (!isBounded(magazine, state) || !markAll(heap, magazine, state)) {
                    return Violation.MAGAZINE;
                }
            }
            if (heap.spare != 0 && !markOne(heap, heap.spare, SizeClasses.stateOf(Spare.BYTES))) {
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

    private static boolean isBounded(Magazine magazine, int state) {
        long most = BlockState.isSmall(state) ? Magazine.MAX_CAPACITY : 0;
        return (most == 0 || magazine.hasFloor())
                && magazine.count() >= 0
                && magazine.count() <= magazine.capacity()
                && magazine.capacity() <= most;
    }

    private static boolean markAll(Heap heap, Magazine magazine, int state) {
        for (int i = 0; i < magazine.count(); i++) {
            if (!markOne(heap, magazine.block(i), state)) {
                return false;
            }
        }
        for (long i = 0; i < magazine.reserveCount; i++) {
            if (!markOne(heap, Memory.getLong(magazine.reserve + (i << 3)), state)) {
                return false;
            }
        }
        return true;
    }

    private static boolean markOne(Heap heap, long block, int state) {
        Span span = SpanTable.at(AddressSpace.unitOf(block)).head();
        boolean isSound =
                span.owner == heap
                        && span.userState() == state
                        && span.isBoundary(block)
                        && BlockState.of(block) == BlockState.NONE;
        if (!isSound) {
            Verify.where = block;
            return false;
        }
        BlockState.set(block, BlockState.SEEN);
        return true;
    }

    static void unmark() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            for (int state = 0; state < BlockState.COUNT; state++) {
                unmarkAll(heap.magazine(state));
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

    /** Blocks of a state in all magazines, and spare ones. All locks held. */
    static long count(int state) {
        long count = 0;
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            count += heap.magazine(state).count() + heap.magazine(state).reserveCount;
            count += Spare.count(heap, state);
        }
        return count;
    }
}
