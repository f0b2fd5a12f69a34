package dev.quarry.bench.jvm.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Some threads only allocate, as many others only free; blocks travel in batches. Every free is
 * remote. As Lever and Boreham's xmalloc-test (USENIX 2000).
 */
final class HandOver implements Scene {
    private static final int BATCH = 1024;
    private static final int BATCHES_PER_PAIR = 8;
    private static final int BYTES = 64;

    private final int pairs;
    private final BlockingQueue<Slots> empty;
    private final BlockingQueue<Slots> full;
    private final Slots end = Slots.of(0);

    HandOver(int pairs) {
        this.pairs = pairs;
        int batches = pairs * BATCHES_PER_PAIR;
        empty = new ArrayBlockingQueue<>(batches);
        full = new ArrayBlockingQueue<>(batches + pairs);
        for (int i = 0; i < batches; i++) {
            empty.add(Slots.of(BATCH));
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
        for (int i = 0; i < pairs; i++) {
            full.put(end);
        }
        Crew.join(consumers);
    }

    private void produce(Crew crew, Tally tally) {
        do {
            Slots batch = take(empty);
            for (int i = 0; i < BATCH; i++) {
                tally.allocate(batch, i, BYTES);
            }
            full.add(batch);
        } while (crew.goesOn());
    }

    private void consume(Tally tally) {
        for (Slots batch = take(full); batch != end; batch = take(full)) {
            tally.freeAll(batch);
            empty.add(batch);
        }
    }

    private static Slots take(BlockingQueue<Slots> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
