package dev.quarry;

import dev.quarry.core.api.Trim;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.owner.Threads;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Heaps that virtual threads have for one call each: as many as processors, twice, so that a call
 * finds one however many threads there are. Nobody waits: without a free one a thread goes to a
 * locked heap. Whoever has the lease is the heap's only thread meanwhile; taking it acquires what
 * giving it up has released.
 *
 * <p>Such a heap's borrower is a number below 0 that tells its place.
 */
final class Leases {
    private static final int HEAPS = 2 * Processors.roundedUp();

    /** The words lie in cache lines of their own. */
    private static final int SPREAD = 16;

    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private static final AtomicIntegerArray WORDS = new AtomicIntegerArray(HEAPS * SPREAD);
    private static final Heap[] ALL = claimed();

    private Leases() {}

    private static Heap[] claimed() {
        Heap[] heaps = new Heap[HEAPS];
        for (int place = 0; place < HEAPS; place++) {
            WORDS.set(place * SPREAD, claim(heaps, place));
        }
        return heaps;
    }

    /** Puts a heap into a place; returns its word, which says for ever taken when there is none. */
    private static int claim(Heap[] heaps, int place) {
        Heap heap = Registry.claim();
        if (heap.isShared) {
            return TAKEN;
        }
        heap.borrower = ~place;
        heaps[place] = heap;
        return FREE;
    }

    /** A heap for one call, or null when all are in use; the thread begins with its own place. */
    static @Nullable Heap take(long threadId) {
        for (int tries = 0; tries < HEAPS; tries++) {
            int place = (int) (threadId + tries) & HEAPS - 1;
            if (WORDS.get(place * SPREAD) == FREE
                    && WORDS.compareAndSet(place * SPREAD, FREE, TAKEN)) {
                return ALL[place];
            }
        }
        return null;
    }

    /** Gives a heap up that was taken. */
    static void endSlow(Heap heap) {
        WORDS.setRelease(~(int) heap.borrower * SPREAD, FREE);
    }

    /** A trim that reaches these heaps too, those in use excepted: meanwhile they are idle ones. */
    static long trim(Heap own) {
        boolean[] isIdle = new boolean[HEAPS];
        try {
            for (int place = 0; place < HEAPS; place++) {
                if (WORDS.compareAndSet(place * SPREAD, FREE, TAKEN)) {
                    isIdle[place] = true;
                    Threads.release(ALL[place]);
                }
            }
            return Trim.trim(own);
        } finally {
            for (int place = 0; place < HEAPS; place++) {
                if (isIdle[place]) {
                    WORDS.setRelease(place * SPREAD, claim(ALL, place));
                }
            }
        }
    }
}
