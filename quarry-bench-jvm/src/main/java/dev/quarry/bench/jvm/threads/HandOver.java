package dev.quarry.bench.jvm.threads;

import java.util.ArrayList;
import java.util.List;

/**
 * Some threads only allocate, as many others only free; blocks travel in batches. Every free is
 * remote. As Lever and Boreham's xmalloc-test (USENIX 2000).
 */
final class HandOver implements Scene {
    private static final int BATCH = 1024;
    private static final int BATCHES_PER_PAIR = 8;
    private static final int BYTES = 64;

    private final int pairs;
    private final Batches empty;
    private final Batches full;

    HandOver(int pairs) {
        this.pairs = pairs;
        int batches = pairs * BATCHES_PER_PAIR;
        empty = new Batches(batches);
        full = new Batches(batches);
        for (int i = 0; i < batches; i++) {
            empty.put(Slots.of(BATCH));
        }
    }

    @Override
    public void play(Crew crew) throws InterruptedException {
        List<Thread> producers = new ArrayList<>();
        List<Thread> consumers = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            producers.add(crew.start(tally -> produce(crew, tally)));
            consumers.add(crew.start(this::consume));
        }
        Crew.join(producers);
        full.end();
        Crew.join(consumers);
    }

    private void produce(Crew crew, Tally tally) {
        do {
            Slots batch = empty.take();
            for (int i = 0; i < BATCH; i++) {
                tally.allocate(batch, i, BYTES);
            }
            full.put(batch);
        } while (crew.goesOn());
    }

    private void consume(Tally tally) {
        for (Slots batch = full.take(); batch != null; batch = full.take()) {
            tally.freeAll(batch);
            empty.put(batch);
        }
    }
}
