package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.child.Checks;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interrupts of threads that wait for Quarry's locks: no call is broken off, no flag is lost. */
class InterruptsTest {
    private static final int THREADS = 8;
    private static final int OPERATIONS = 20_000;
    private static final long SEED = 20_261_130;

    private final AtomicInteger running = new AtomicInteger(THREADS);
    private final AtomicInteger lostFlags = new AtomicInteger();

    @AfterEach
    void structuresAreValid() {
        Checks.atRest(0);
    }

    @Test
    void ofPlatformThreads() throws InterruptedException {
        storm(Thread.ofPlatform());
    }

    @Test
    void ofVirtualThreads() throws InterruptedException {
        storm(Thread.ofVirtual());
    }

    private void storm(Thread.Builder builder) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            long seed = SEED + i;
            threads.add(builder.start(() -> work(seed)));
        }
        while (running.get() > 0) {
            threads.forEach(Thread::interrupt);
            Thread.onSpinWait();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, lostFlags.get(), "seed " + SEED);
    }

    /** Large blocks, so that all meet at one lock. */
    private void work(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < OPERATIONS; i++) {
            Thread.currentThread().interrupt();
            long block = Quarry.malloc(random.nextInt(40_000, 200_000));
            block = Quarry.realloc(block, random.nextInt(100_000));
            Quarry.free(block);
            if (!Thread.currentThread().isInterrupted()) {
                lostFlags.incrementAndGet();
            }
            if ((i & 1) == 0) {
                Thread.interrupted();
            }
        }
        running.decrementAndGet();
    }
}
