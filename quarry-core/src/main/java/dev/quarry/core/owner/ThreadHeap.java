package dev.quarry.core.owner;

import dev.quarry.core.base.InC;

/**
 * The heap that the running thread borrows. In C a thread-local that starts at the empty heap. On
 * HotSpot the JVM face finds the heap by itself and hands it in, so a thread without one that
 * comes here is served by the process's shared heap.
 */
@InC
public final class ThreadHeap {
    private ThreadHeap() {}

    /** The heap borrowed; the empty heap when there is none, or while it is hidden (Held). */
    public static Heap current() {
        return Heap.empty();
    }

    /** The heap borrowed, hidden or not, or the empty heap. */
    static Heap own() {
        return Heap.empty();
    }

    /** The thread borrows a heap from now on; at once even if a signal comes. */
    public static void bind(Heap heap) {}

    /** The thread is ending: it has the empty heap and will borrow none again. */
    public static void depart() {}

    public static boolean isDeparted() {
        return true;
    }
}
