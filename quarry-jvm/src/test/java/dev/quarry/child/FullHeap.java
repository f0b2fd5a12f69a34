package dev.quarry.child;

import dev.quarry.Quarry;

/**
 * Fills the Java heap to the brim and calls Quarry there, in threads that have a heap and in
 * threads that begin, so that calls are broken off wherever an OutOfMemoryError can come. Argument:
 * number of rounds.
 */
public final class FullHeap {
    private static final int THREADS = 6;
    private static final int STEPS = 40;

    /** Holds the Java heap; in a field, so that it can be dropped. */
    private static Object[] fill;

    private static volatile boolean isFull;

    private FullHeap() {}

    public static void main(String[] args) throws Exception {
        long returned = 0;
        long broken = 0;
        for (int round = 0; round < Integer.parseInt(args[0]); round++) {
            for (Worker worker : round(round)) {
                returned += worker.model.returned;
                broken += worker.model.broken;
            }
        }
        System.out.println(returned + " calls returned, " + broken + " did not");
        Checks.require(returned > 0 && broken > 0, "Java memory was not short");
    }

    private static Worker[] round(int round) throws InterruptedException {
        Worker[] workers = new Worker[THREADS];
        for (int i = 0; i < THREADS; i++) {
            workers[i] = new Worker(round * THREADS + i);
        }
        for (int i = 0; i < THREADS; i += 2) {
            workers[i].startIfPossible();
        }
        fillUp();
        isFull = true;
        for (int i = 1; i < THREADS; i += 2) {
            workers[i].startIfPossible();
        }
        for (int i = 0; i < THREADS; i++) {
            workers[i].awaitEnd();
        }
        fill = null;
        isFull = false;
        for (Worker worker : workers) {
            worker.check();
        }
        Checks.atRest(0);
        return workers;
    }

    /** Ever smaller pieces, each linked to the one before, until nothing at all is left. */
    private static void fillUp() {
        for (int length = 1 << 16; length > 1; length >>= 1) {
            try {
                while (true) {
                    Object[] piece = new Object[length];
                    piece[0] = fill;
                    fill = piece;
                }
            } catch (OutOfMemoryError e) {
                // The next size may still fit.
            }
        }
    }

    private static final class Worker {
        final Model model = new Model();
        final Thread thread;
        private volatile Throwable unexpected;
        private volatile boolean hasEnded;

        Worker(int seed) {
            model.fillSome(seed);
            thread = seed % 3 == 2
                    ? Thread.ofVirtual().unstarted(this::run)
                    : new Thread(this::run);
        }

        void startIfPossible() {
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                hasEnded = true; // It has never begun.
            }
        }

        /** Joining a virtual thread takes Java memory. */
        void awaitEnd() {
            while (!hasEnded) {
                Thread.yield();
            }
        }

        private void run() {
            try {
                waitUntilFull();
                for (int i = 0; i < STEPS; i++) {
                    step();
                }
            } catch (Throwable thrown) {
                unexpected = thrown;
            } finally {
                hasEnded = true;
            }
        }

        /** Who begins before the Java heap is full has its heap already; a virtual thread spins. */
        private void waitUntilFull() {
            if (!isFull) {
                Quarry.free(Quarry.malloc(1));
            }
            while (!isFull) {
                Thread.onSpinWait();
            }
        }

        private void step() {
            try {
                model.step();
            } catch (Throwable thrown) {
                if (!Model.isExpected(thrown)) {
                    unexpected = thrown;
                }
            }
        }

        void check() throws InterruptedException {
            thread.join();
            if (unexpected != null) {
                throw new AssertionError(unexpected);
            }
            model.settle();
            Quarry.free(Quarry.malloc(1));
        }
    }
}
