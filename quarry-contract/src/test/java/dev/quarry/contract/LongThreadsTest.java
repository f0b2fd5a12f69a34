package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;

/**
 * A quarter of {@code quarry.long.operations} random operations on each life by threads at the same
 * time: they take, free, and pass blocks on through a table; they end and others come. One step in
 * a hundred is a wrong free of which no schedule can make a right one, so that the faults can be
 * counted exactly.
 */
class LongThreadsTest extends Contract {
    private static final long OPERATIONS = Long.getLong("quarry.long.operations", 8_000_000) / 4;
    private static final int AT_ONCE = 4;
    private static final int IN_A_ROW = 5;
    private static final int STEPS = 10_000;
    private static final int OWN_SLOTS = 200;
    private static final int TABLE_SLOTS = 400;

    private final AtomicReferenceArray<Held> table = new AtomicReferenceArray<>(TABLE_SLOTS);
    private final AtomicLong marks = new AtomicLong();
    private final AtomicLong wrongFrees = new AtomicLong();
    private long liveAtStart;

    /** A block and what its holder wrote at both ends. */
    private record Held(long block, long usableBytes, long mark) {
        private long lastWord() {
            return block + usableBytes - 8;
        }

        Held written() {
            Raw.putLong(block, mark);
            Raw.putLong(lastWord(), ~mark);
            return this;
        }

        void check() {
            Blocks.require(
                    Raw.getLong(block) == mark && Raw.getLong(lastWord()) == ~mark,
                    "block %x of %d B has changed", block, usableBytes);
        }
    }

    private Held take(long bytes) {
        long block = life.malloc(bytes);
        Blocks.require(block != 0, "a request of %d B gave 0", bytes);
        long mark = marks.incrementAndGet() * 0x9E37_79B9_7F4A_7C15L;
        return new Held(block, life.usableSize(block), mark).written();
    }

    private void give(Held held) {
        if (held != null) {
            held.check();
            life.free(held.block);
        }
    }

    /** What one thread does; what it holds at its end is given back or left in the table. */
    private final class Worker implements Runnable {
        private final SplittableRandom random;
        private final Held[] own = new Held[OWN_SLOTS];

        Worker(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public void run() {
            for (int i = 0; i < STEPS; i++) {
                step(random.nextInt(OWN_SLOTS));
            }
            for (int slot = 0; slot < OWN_SLOTS; slot++) {
                pass(slot);
                give(own[slot]);
            }
        }

        private void step(int slot) {
            int perMille = random.nextInt(1000);
            if (perMille < 10) {
                wrong(slot);
            } else if (perMille < 300) {
                pass(slot);
            } else if (own[slot] == null) {
                own[slot] = take(1 + random.nextLong(1L << random.nextInt(4, 17)));
            } else {
                give(own[slot]);
                own[slot] = null;
            }
        }

        private void pass(int slot) {
            own[slot] = table.getAndSet(random.nextInt(TABLE_SLOTS), own[slot]);
        }

        private void wrong(int slot) {
            wrongFrees.incrementAndGet();
            Held held = own[slot];
            if (random.nextBoolean() || held == null) {
                freeTwice();
            } else if (random.nextBoolean()) {
                life.free(held.block + 1 + random.nextLong(held.usableBytes - 1));
            } else {
                life.free(random.nextLong() | 1);
            }
        }

        /** A small block rests in its thread's own magazine after its free: nobody can have it. */
        private void freeTwice() {
            long block = life.malloc(1 + random.nextLong(1024));
            life.free(block);
            life.free(block);
        }
    }

    /** So many threads one after the other, beside those of other rows. */
    private Runnable row(SplittableRandom random) {
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < IN_A_ROW; i++) {
            workers.add(new Worker(random.split()));
        }
        return () -> workers.forEach(Threads::elsewhere);
    }

    @Test
    void threadsPassBlocksOnAndEnd() {
        Drained atStart = Drained.now(life);
        liveAtStart = life.books().liveBlocks();
        SplittableRandom random = Seed.random(getClass());
        for (long left = OPERATIONS; left > 0; left -= (long) AT_ONCE * IN_A_ROW * STEPS) {
            List<Runnable> rows = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                rows.add(row(random));
            }
            Threads.together(rows);
            checkAtRest();
        }
        for (int slot = 0; slot < TABLE_SLOTS; slot++) {
            give(table.getAndSet(slot, null));
        }
        expectFaults(wrongFrees.get());
        atStart.check();
    }

    private void checkAtRest() {
        List<Held> held = new ArrayList<>();
        for (int slot = 0; slot < TABLE_SLOTS; slot++) {
            if (table.get(slot) != null) {
                held.add(table.get(slot));
            }
        }
        held.forEach(Held::check);
        assertApart(held);
        assertEquals(0, life.verify());
        assertEquals(wrongFrees.get(), faultsSoFar());
        long live = life.books().liveBlocks() - liveAtStart;
        assertEquals(held.size(), live, "blocks live and blocks held");
    }

    private static void assertApart(List<Held> held) {
        Held[] sorted = held.toArray(Held[]::new);
        Arrays.sort(sorted, (a, b) -> Long.compare(a.block, b.block));
        for (int i = 1; i < sorted.length; i++) {
            Held below = sorted[i - 1];
            Blocks.require(
                    below.block + below.usableBytes <= sorted[i].block,
                    "blocks %x and %x overlap", below.block, sorted[i].block);
        }
    }
}
