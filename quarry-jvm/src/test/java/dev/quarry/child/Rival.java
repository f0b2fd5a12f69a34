package dev.quarry.child;

import dev.quarry.Quarry;

/** A thread that keeps Quarry's locks busy until it is stopped, and leaves nothing behind. */
final class Rival {
    private final Thread thread = new Thread(this::run);
    private volatile boolean isStopped;

    Rival start() {
        thread.start();
        return this;
    }

    private void run() {
        for (int i = 0; !isStopped; i++) {
            try {
                Quarry.free(Quarry.malloc(16L << i % 16));
            } catch (OutOfMemoryError e) {
                Thread.onSpinWait();
            }
        }
    }

    void stop() throws InterruptedException {
        isStopped = true;
        thread.join();
    }
}
