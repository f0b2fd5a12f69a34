package dev.quarry.core.api;

import dev.quarry.core.base.Os;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.owner.Take;
import dev.quarry.core.owner.Threads;
import dev.quarry.core.tune.SizeClasses;

/** The slow twin of {@link Malloc}. */
public final class Refill {
    private Refill() {}

    static long mallocSlow(Heap heap, long bytes) {
        Tls.ensureStack();
        long size = bytes == 0 ? 1 : bytes;
        if (!SizeClasses.has(size)) {
            return Large.malloc(heap, size);
        }
        Heap locked = lockFor(heap);
        return locked == null ? outOfMemory() : smallLocked(locked, SizeClasses.classOf(size));
    }

    /** Takes a block of a class from a locked heap and unlocks it. */
    static long smallLocked(Heap locked, int sizeClass) {
        long block = Take.block(locked, sizeClass);
        locked.unlock();
        return block == 0 ? outOfMemory() : block;
    }

    /**
     * The heap to allocate from, locked: this one; the thread's first one; the shared one when this
     * thread is inside its own heap already. Null when there is none.
     */
    static Heap lockFor(Heap heap) {
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
