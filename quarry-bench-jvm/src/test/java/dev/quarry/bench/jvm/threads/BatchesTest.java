package dev.quarry.bench.jvm.threads;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who finds no batch sleeps until half of all are there, or until there will be none. */
class BatchesTest {
    private static final int MOST = 4;

    private final Batches batches = new Batches(MOST);
    private final CompletableFuture<Boolean> taken = new CompletableFuture<>();

    private Thread taker() throws InterruptedException {
        Thread taker = Thread.ofPlatform().start(() -> taken.complete(batches.take() != null));
        while (taker.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        return taker;
    }

    @Test
    void aTakerSleepsUntilHalfAreThere() throws InterruptedException {
        Thread taker = taker();
        batches.put(new AddressSlots(0));
        assertFalse(taker.join(Duration.ofMillis(100)), "one of four is not enough");
        batches.put(new AddressSlots(0));
        taker.join(TimeUnit.SECONDS.toMillis(60));
        assertTrue(taken.getNow(false));
    }

    @Test
    void anEndWakesIt() throws InterruptedException {
        Thread taker = taker();
        batches.end();
        taker.join(TimeUnit.SECONDS.toMillis(60));
        assertFalse(taken.getNow(true));
        assertNull(batches.take());
    }
}
