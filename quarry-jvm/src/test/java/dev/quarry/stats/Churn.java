package dev.quarry.stats;

import dev.quarry.Quarry;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Allocates, frees most of it, and hands some on to another thread that frees it. */
final class Churn extends Thread {
    private static final int SLOTS = 500;
    private static final int MAX_BYTES = 3000;
    private static final int QUEUED = 300;

    /** What two of them can hold, as blocks of 3,584 bytes at most, and what is handed on. */
    static final long MOST_BYTES = 2L * (SLOTS + QUEUED + 236) * 3584;

    /** What can be seen twice on its way: four parcels of 8 KiB and a block more, each. */
    static final long SLACK_BYTES = 2L * 4 * (8192 + 1024) + 2 * 3584;

    private final AtomicBoolean isOver;
    private final ConcurrentLinkedQueue<Long> handed = new ConcurrentLinkedQueue<>();
    private final long[] slots = new long[SLOTS];
    private final Random random = new Random(threadId());
    Churn partner;

    Churn(AtomicBoolean isOver) {
        this.isOver = isOver;
    }

    @Override
    public void run() {
        while (!isOver.get()) {
            int slot = random.nextInt(SLOTS);
            if (slots[slot] != 0 && partner.handed.size() < QUEUED && random.nextInt(4) == 0) {
                partner.handed.add(slots[slot]);
            } else {
                Quarry.free(slots[slot]);
            }
            slots[slot] = Quarry.malloc(random.nextInt(MAX_BYTES));
            freeHanded();
        }
    }

    private void freeHanded() {
        for (Long block = handed.poll(); block != null; block = handed.poll()) {
            Quarry.free(block);
        }
    }

    /** When both have ended. */
    void freeRest() {
        freeHanded();
        for (long block : slots) {
            Quarry.free(block);
        }
    }
}
