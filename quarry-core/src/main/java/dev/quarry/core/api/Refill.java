package dev.quarry.core.api;

import dev.quarry.core.base.Build;
import dev.quarry.core.base.Os;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.MagazineSizes;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.owner.Take;
import dev.quarry.core.owner.Threads;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.SizeClasses;
import org.jspecify.annotations.Nullable;

/** The slow twin of {@link Malloc}. */
public final class Refill {
    private Refill() {}

    static long mallocSlow(long bytes, Heap heap) {
        Tls.ensureStack();
        long size = bytes == 0 ? 1 : bytes;
        if (!SizeClasses.has(size)) {
            return Large.malloc(size, heap);
        }
        Heap locked = lockFor(heap);
        return locked == null ? outOfMemory() : smallLocked(locked, SizeClasses.classOf(size));
    }

    /** Takes a block of a class from a locked heap, and more for its magazine, and unlocks it. */
    static long smallLocked(Heap locked, int sizeClass) {
        Magazine magazine = locked.magazine(sizeClass);
        long block = 0;
        if (hasMagazines(locked) && magazine.capacity() != 0) {
            block = refilled(locked, sizeClass, magazine);
        } else {
            block = Take.block(locked, sizeClass);
        }
        locked.unlock();
        return block == 0 ? outOfMemory() : block;
    }

    private static long refilled(Heap heap, int sizeClass, Magazine magazine) {
        if (magazine.isEmpty()) {
            MagazineSizes.refill(heap, sizeClass);
            heap.look();
        }
        if (magazine.isEmpty()) {
            return 0;
        }
        long block = magazine.pop();
        BlockState.mark(magazine.stateOf(block), block);
        return block;
    }

    /** Only the thread that borrows a heap may touch its magazines. */
    static boolean hasMagazines(Heap heap) {
        return Build.fastBins() && !heap.isShared;
    }

    /**
     * The heap to allocate from, locked: this one; the thread's first one; the shared one when this
     * thread is inside its own heap already. Null when there is none.
     */
    static @Nullable Heap lockFor(Heap heap) {
        Heap usable = heap.isEmpty() ? Threads.enter() : heap;
        if (usable == null) {
            return null;
        }
        if (usable.lock()) {
            return usable;
        }
        return Registry.shared().lock() ? Registry.shared() : null;
    }

    static long outOfMemory() {
        Os.reportOutOfMemory();
        return 0;
    }
}
