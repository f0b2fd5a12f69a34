package dev.quarry.bench.jvm.threads;

import java.util.ArrayList;
import java.util.List;

/**
 * Many virtual threads at a time, as of a server with one for each request: each allocates some
 * blocks, gives its processor up, and frees them on whichever it goes on.
 */
final class VirtualThreads implements Scene {
    private static final int BLOCKS = 16;
    private static final int ROUNDS = 4;
    private static final int LEAST_BYTES = 16;
    private static final int STEP_BYTES = 64;

    private final int threads;

    VirtualThreads(int threads) {
        this.threads = threads;
    }

    @Override
    public void play(Crew crew) throws InterruptedException {
        List<Thread> requests = new ArrayList<>(threads);
        do {
            for (int i = 0; i < threads; i++) {
                requests.add(crew.startVirtual(VirtualThreads::answer));
            }
            Crew.join(requests);
            requests.clear();
        } while (crew.goesOn());
    }

    private static void answer(Tally tally) {
        Slots slots = Slots.of(BLOCKS);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < BLOCKS; i++) {
                tally.allocate(slots, i, LEAST_BYTES + STEP_BYTES * i);
            }
            Thread.yield();
            tally.freeAll(slots);
        }
    }
}
