package dev.quarry.heap;

import dev.quarry.core.heaps.HeapFigures;
import java.util.concurrent.atomic.AtomicBoolean;

/** A listener, and whether it has been told since its heap's use was low. */
final class Watch {
    final ThresholdListener listener;
    private final Threshold threshold;
    private final AtomicBoolean isTold = new AtomicBoolean();

    Watch(Threshold threshold, ThresholdListener listener) {
        this.threshold = threshold;
        this.listener = listener;
    }

    /** Before a request: a use that has fallen far enough is told when it has risen again. */
    void rearm(Heap heap) {
        if (isTold.get() && !HeapFigures.hasReached(heap.account, threshold.againBelow())) {
            isTold.set(false);
        }
    }

    /** After a request. A heap that another thread has closed meanwhile uses nothing. */
    void look(Heap heap) {
        if (!isTold.get()
                && HeapFigures.hasReached(heap.account, threshold.percent())
                && heap.used() > 0
                && isTold.compareAndSet(false, true)) {
            Listeners.run(() -> listener.reached(heap, threshold));
        }
    }
}
