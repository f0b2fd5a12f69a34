package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks that one thread allocates and another frees: each comes back, once, intact. */
class HandOverTest extends Contract {
    private static final int BATCH = 50;
    private static final int BATCHES = 1200;
    private static final int QUEUED = 8;
    private static final int ROUNDS = 4 * Integer.getInteger("quarry.rounds", 240);

    /** Where the producers' batches wait; an empty one ends a consumer. */
    private final BlockingQueue<long[]> queue = new ArrayBlockingQueue<>(QUEUED);

    private final AtomicLong freed = new AtomicLong();

    /** The block's size stands in its first word, and the rest is a pattern. */
    private long produce(SplittableRandom random) {
        long bytes = 16 + random.nextLong(1L << random.nextInt(4, 13));
        long block = life.malloc(bytes);
        assertTrue(block != 0);
        Raw.fill(block, bytes, block);
        Raw.putLong(block, bytes);
        return block;
    }

    private void consume(long block) {
        long bytes = Raw.getLong(block);
        assertTrue(bytes >= 16 && bytes <= life.usableSize(block), () -> "size " + bytes);
        Raw.fill(block, 8, block);
        assertEquals(-1, Raw.mismatch(block, bytes, block));
        life.free(block);
        freed.incrementAndGet();
    }

    private void producer(long seed, int batches) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < batches; i++) {
            long[] batch = new long[BATCH];
            for (int j = 0; j < BATCH; j++) {
                batch[j] = produce(random);
            }
            put(batch);
        }
        life.trim();
    }

    private void consumer() {
        for (long[] batch = take(); batch.length != 0; batch = take()) {
            for (long block : batch) {
                consume(block);
            }
        }
    }

    private void put(long[] batch) {
        try {
            queue.put(batch);
        } catch (InterruptedException e) {
            throw new AssertionError("a test was interrupted", e);
        }
    }

    private long[] take() {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new AssertionError("a test was interrupted", e);
        }
    }

    private void run(int producers, int consumers) {
        SplittableRandom random = Seed.random(getClass());
        List<Runnable> actions = new ArrayList<>();
        AtomicLong running = new AtomicLong(producers);
        for (int i = 0; i < producers; i++) {
            long seed = random.nextLong();
            actions.add(() -> {
                producer(seed, BATCHES / producers);
                if (running.decrementAndGet() == 0) {
                    for (int ends = 0; ends < consumers; ends++) {
                        put(new long[0]);
                    }
                }
            });
        }
        for (int i = 0; i < consumers; i++) {
            actions.add(this::consumer);
        }
        Threads.together(actions);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 1", "1, 4", "4, 4", "12, 12"})
    void producersAndConsumers(int producers, int consumers) {
        run(producers, consumers);
        assertEquals((long) BATCHES / producers * producers * BATCH, freed.get());
    }

    /** What comes back is used again: three more rounds take nothing more. */
    @Test
    void doesNotGrow() {
        run(2, 2);
        long before = committedBytes();
        for (int i = 0; i < 3; i++) {
            run(2, 2);
        }
        long grown = committedBytes() - before;
        assertTrue(grown <= 8 << 20, () -> grown + " B more after the first round");
    }

    /** One owner, always the same; all its blocks are freed elsewhere and come back to it. */
    @Test
    void comesBackToTheOwner() {
        try (Lane other = new Lane()) {
            for (int round = 0; round < 100; round++) {
                for (int i = 0; i < 500; i++) {
                    blocks.malloc(16 << i % 8);
                }
                List<Long> out = blocks.addresses();
                out.forEach(blocks::release);
                other.run(() -> out.forEach(life::free));
            }
        }
        long before = committedBytes();
        for (int i = 0; i < 500; i++) {
            blocks.malloc(16 << i % 8);
        }
        long grown = committedBytes() - before;
        assertTrue(grown <= 2 << 20, () -> "what came back was not used: " + grown + " B more");
    }

    /**
     * Neighbours freed by two threads at once, every second block each, while the owner drains.
     * What is lost on its way is still live when the books are made.
     */
    @Test
    void twoThreadsFreeBlocksOfTheSameSpans() {
        Rendezvous all = new Rendezvous(3);
        long[][] out = new long[1][];
        List<Runnable> parties = new ArrayList<>();
        parties.add(all.party(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                out[0] = takeSome(16L << round % 10);
                all.await();
                life.free(life.malloc(100_000));
                all.await();
                life.trim();
            }
        }));
        for (int second = 0; second < 2; second++) {
            int first = second;
            parties.add(all.party(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    all.await();
                    for (int i = first; i < out[0].length; i += 2) {
                        life.free(out[0][i]);
                    }
                    all.await();
                }
            }));
        }
        Threads.together(parties);
    }

    private long[] takeSome(long bytes) {
        long[] taken = new long[100];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = life.malloc(bytes);
        }
        return taken;
    }

    /** A block passed on from thread to thread, resized by each. */
    @Test
    void resizedByEveryThreadOnItsWay() {
        try (Lane one = new Lane(); Lane two = new Lane(); Lane three = new Lane()) {
            List<Lane> lanes = List.of(one, two, three);
            SplittableRandom random = Seed.random(getClass());
            for (int i = 0; i < 20; i++) {
                blocks.malloc(100);
            }
            for (int i = 0; i < 5000; i++) {
                long block = blocks.addresses().get(random.nextInt(20));
                long bytes = 1 + random.nextLong(1L << random.nextInt(1, 18));
                lanes.get(i % 3).run(() -> blocks.realloc(block, bytes));
            }
            lanes.forEach(lane -> lane.run(life::trim));
            one.run(blocks::freeAll);
        }
    }
}
