package dev.quarry.bench.jvm.threads;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.HdrHistogram.ConcurrentHistogram;

/** The threads of one run: told when the time is up, asked what they did. */
final class Crew {
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(10);

    private final ConcurrentHistogram latencies = new ConcurrentHistogram(LONGEST, 2);
    private final LongAdder ops = new LongAdder();

    /** Who is at work, and the thread that waits for them. */
    private final Phaser working = new Phaser(1);

    private volatile boolean stopped;

    /** Whether there is time left. */
    boolean goesOn() {
        return !stopped;
    }

    void stop() {
        stopped = true;
    }

    Thread start(Consumer<Tally> body) {
        working.register();
        return Thread.ofPlatform().start(() -> {
            work(body);
            working.arriveAndDeregister();
        });
    }

    /** Waits for all that were started, also by one another. */
    void awaitAll() {
        working.arriveAndAwaitAdvance();
    }

    Thread startVirtual(Consumer<Tally> body) {
        return Thread.ofVirtual().start(() -> work(body));
    }

    /** Does it in this thread. */
    void work(Consumer<Tally> body) {
        var tally = new Tally(latencies);
        try {
            body.accept(tally);
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1); // The others may wait for this thread for ever.
        }
        ops.add(tally.ops());
    }

    static void join(Iterable<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    ConcurrentHistogram latencies() {
        return latencies;
    }

    /** When all have ended. */
    long ops() {
        return ops.sum();
    }
}
