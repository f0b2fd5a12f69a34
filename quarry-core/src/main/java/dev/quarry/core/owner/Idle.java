package dev.quarry.core.owner;

/** Empties a heap of what no user holds. */
public final class Idle {
    private Idle() {}

    /** Takes up what waits and gives the empty spans of a heap back. Takes the heap's lock. */
    public static void release(Heap heap) {
        if (heap.lock()) {
            RemoteFrees.drain(heap);
            Give.releaseEmpty(heap);
            heap.unlock();
        }
    }

    /** Gives back what is in the magazines of a heap that the caller borrows or nobody does. */
    public static void emptyMagazines(Heap heap) {
        if (heap.lock()) {
            MagazineSizes.empty(heap);
            heap.unlock();
        }
    }
}
