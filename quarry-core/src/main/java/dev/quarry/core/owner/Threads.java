package dev.quarry.core.owner;

import dev.quarry.core.base.Held;
import dev.quarry.core.base.Os;
import org.jspecify.annotations.Nullable;

/** Threads come and go; heaps stay. */
public final class Threads {
    private Threads() {}

    /**
     * The heap for a thread that had none when it was asked; null when the allocator cannot work. A
     * realloc that moves asks twice: for its new block it may have borrowed one already.
     */
    public static @Nullable Heap enter() {
        if (!Boot.boot()) {
            return null;
        }
        if (Held.isAny()) {
            return Registry.shared(); // A signal handler: the thread's own may be half changed.
        }
        Heap borrowed = ThreadHeap.current();
        if (!borrowed.isEmpty()) {
            return borrowed;
        }
        if (ThreadHeap.isDeparted()) {
            return Registry.shared();
        }
        Heap heap = Registry.claim();
        if (!heap.isShared) {
            Os.watchThreadExit();
        }
        return heap;
    }

    /** The running thread ends: what it leaves serves whoever takes its heap over. */
    public static void leave() {
        Heap heap = ThreadHeap.current();
        ThreadHeap.depart();
        if (!heap.isEmpty()) {
            release(heap);
        }
    }

    /** The thread that borrowed a heap has ended. */
    public static void release(Heap heap) {
        Outbox.sendAll(heap);
        if (heap.lock()) {
            RemoteFrees.drainAll(heap);
            heap.unlock();
        }
        Registry.release(heap);
    }
}
