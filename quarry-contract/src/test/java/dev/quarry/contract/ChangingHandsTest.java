package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Spans of few blocks that go from one heap to another all the time, while threads free blocks of
 * them. More threads than processors: some are interrupted in the middle of a free, and go on when
 * the span has long had another owner. What they left behind must be taken up by that owner alone.
 */
class ChangingHandsTest extends Misuse {
    private static final int OWNERS = 2;
    private static final int SENDERS = 6;
    private static final int BATCHES = 40 * Integer.getInteger("quarry.rounds", 240);
    private static final int BATCH = 80;
    private static final int MOST_ON_THEIR_WAY = 40;
    private static final int YIELD_EVERY = 64;

    /** Eight of them make a span. */
    private static final long BYTES = 8192;

    private final List<Queue<Long>> mail = new ArrayList<>();
    private final AtomicLong onTheirWay = new AtomicLong();
    private final AtomicInteger ownersLeft = new AtomicInteger(OWNERS);
    private volatile boolean hasFailed;

    /**
     * Deals each span's blocks out to all senders, more spans at a time than a heap keeps when they
     * come back empty.
     */
    private void owner() {
        int sender = 0;
        for (int batch = 0; batch < BATCHES && !hasFailed; batch++) {
            for (int i = 0; i < BATCH; i++) {
                long block = life.malloc(BYTES);
                assertTrue(block != 0);
                Raw.putLong(block, block);
                onTheirWay.incrementAndGet();
                mail.get(sender++ % SENDERS).add(block);
            }
            while (onTheirWay.get() > MOST_ON_THEIR_WAY && !hasFailed) {
                Thread.yield();
            }
        }
        life.trim();
    }

    private void sender(Queue<Long> mine) {
        int idle = 0;
        while (!hasFailed) {
            Long block = mine.poll();
            if (block != null) {
                assertTrue(Raw.getLong(block) == block, "a block changed on its way");
                life.free(block);
                onTheirWay.decrementAndGet();
            } else if (ownersLeft.get() == 0) {
                return;
            } else if (++idle % YIELD_EVERY == 0) {
                Thread.yield();
            }
        }
    }

    private Runnable party(Runnable action) {
        return () -> {
            try {
                action.run();
            } catch (AssertionError | RuntimeException e) {
                hasFailed = true;
                throw e;
            }
        };
    }

    @Test
    void spansThatChangeHandsWhileOthersFree() {
        List<Runnable> parties = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            Queue<Long> mine = new ConcurrentLinkedQueue<>();
            mail.add(mine);
            parties.add(party(() -> sender(mine)));
        }
        for (int i = 0; i < OWNERS; i++) {
            parties.add(party(() -> {
                owner();
                ownersLeft.decrementAndGet();
            }));
        }
        Threads.together(parties);
    }
}
