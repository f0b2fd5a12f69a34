package dev.quarry.core.owner;

/**
 * Empties heaps of what no user holds.
 *
 * <p>What other threads have freed is taken up only where the borrowing thread cannot be in the
 * middle of a free: in one's own heap, in a shared one, in one that nobody borrows. Anywhere else a
 * double free by that thread could see the block both taken up and pushed.
 */
public final class Idle {
    private Idle() {}

    /** Gives back all that a heap holds; the caller borrows it, or nobody does and nobody can. */
    static void releaseAll(Heap heap) {
        if (heap.lock()) {
            RemoteFrees.drainAll(heap);
            MagazineSizes.empty(heap);
            Give.releaseEmpty(heap);
            Purge.all(heap);
            heap.unlock();
        }
    }

    /** Gives back the empty spans and free pages of a heap that another thread may be using. */
    public static void releaseSpans(Heap heap) {
        if (heap.lock()) {
            if (heap.isShared) {
                RemoteFrees.drainAll(heap);
            }
            Give.releaseEmpty(heap);
            Purge.all(heap);
            heap.unlock();
        }
    }

    /** Gives back what no user holds: of the thread's own heap, of idle ones, and spans of all. */
    public static void release(Heap own) {
        if (own.isPrivate()) {
            Outbox.sendAll(own);
            releaseAll(own);
        }
        Registry.releaseIdle();
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            releaseSpans(heap);
        }
    }
}
