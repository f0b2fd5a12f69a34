package dev.quarry.bench.jvm.threads;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Batches on their way from some threads to others. Who finds none sleeps until half of all are
 * here, so that threads run at once for a while and what a row costs is not sleep and waking. Of
 * two such queues with the same batches one always has enough, so somebody is awake.
 */
final class Batches {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition enough = lock.newCondition();
    private final Queue<Slots> here;
    private final int half;
    private boolean ended;

    /** For at most so many batches. */
    Batches(int most) {
        here = new ArrayDeque<>(most);
        half = (most + 1) / 2;
    }

    void put(Slots batch) {
        lock.lock();
        try {
            here.add(batch);
            if (here.size() >= half) {
                enough.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The next one; null when there are no more and none will come. */
    Slots take() {
        lock.lock();
        try {
            while (here.isEmpty() && !ended) {
                sleepUntilEnough();
            }
            return here.poll();
        } finally {
            lock.unlock();
        }
    }

    private void sleepUntilEnough() {
        while (here.size() < half && !ended) {
            enough.awaitUninterruptibly();
        }
    }

    /** No more will be put. */
    void end() {
        lock.lock();
        try {
            ended = true;
            enough.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
