package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Sixteen threads allocate and free for long, mostly each other's blocks: every block is whole when
 * it is freed, and allocations equal frees at rest.
 */
class SoakTest extends Contract {
    private static final int THREADS = 16;
    private static final long PAIRS = Long.getLong("quarry.pairs", 2_000_000);
    private static final long TASKS = PAIRS / 50;
    private static final int HOPS = 8;
    private static final int MINE = 32;
    private static final int MARK = 0x5A;

    private final LongAdder made = new LongAdder();
    private final LongAdder dropped = new LongAdder();

    /** A block with its size, its address and a mark at its end. */
    private long make(SplittableRandom random) {
        int draw = random.nextInt(4096);
        long most = draw == 0 ? 300_000 : draw % 64 == 0 ? 16_384 : 496;
        long bytes = 17 + random.nextLong(most);
        long block = life.malloc(bytes);
        assertNotEquals(0, block);
        Raw.putLong(block, bytes);
        Raw.putLong(block + 8, block);
        Raw.putByte(block + bytes - 1, MARK);
        made.increment();
        return block;
    }

    private void drop(long block) {
        assertEquals(block, Raw.getLong(block + 8));
        assertEquals(MARK, Raw.getByte(block + Raw.getLong(block) - 1));
        Raw.putLong(block + 8, 0);
        life.free(block);
        dropped.increment();
    }

    private static void together(IntConsumer work) {
        Threads.together(IntStream.range(0, THREADS)
                .<Runnable>mapToObj(number -> () -> work.accept(number))
                .toList());
    }

    private SplittableRandom random(int thread) {
        return new SplittableRandom(Seed.random(getClass()).nextLong() + thread);
    }

    /** Each thread puts its block into a table that all share, and frees what was there. */
    @Test
    void pairsThatChangeHands() {
        AtomicLongArray slots = new AtomicLongArray(512);
        together(number -> {
            SplittableRandom random = random(number);
            for (long pair = 0; pair < PAIRS / THREADS; pair++) {
                long old = slots.getAndSet(random.nextInt(slots.length()), make(random));
                if (old != 0) {
                    drop(old);
                }
            }
        });
        IntStream.range(0, slots.length())
                .mapToLong(slots::get)
                .filter(block -> block != 0)
                .forEach(this::drop);
        assertEquals(made.sum(), dropped.sum());
    }

    /** A task of the pool: what it carries was allocated where it ran last. */
    private static final class Task {
        long cargo;
        int hops;
    }

    /** Threads that steal tasks from each other; a step of a task frees, allocates and sends on. */
    @Test
    void tasksThatAreStolen() {
        AtomicLong toBegin = new AtomicLong(TASKS);
        AtomicLong underWay = new AtomicLong();
        List<ConcurrentLinkedDeque<Task>> deques =
                Stream.generate(ConcurrentLinkedDeque<Task>::new).limit(THREADS).toList();
        together(number -> {
            SplittableRandom random = random(number);
            while (toBegin.get() > 0 || underWay.get() > 0) {
                Task task = deques.get(number).pollLast();
                task = task != null ? task : deques.get(random.nextInt(THREADS)).pollFirst();
                if (task == null && underWay.get() < THREADS * MINE && toBegin.get() > 0) {
                    task = begin(random, toBegin, underWay);
                }
                if (task == null) {
                    Thread.yield();
                } else if (step(task, random)) {
                    deques.get(random.nextInt(THREADS)).addLast(task);
                } else {
                    underWay.decrementAndGet();
                }
            }
        });
        assertEquals(TASKS * (HOPS + 1), made.sum());
        assertEquals(made.sum(), dropped.sum());
    }

    private Task begin(SplittableRandom random, AtomicLong toBegin, AtomicLong underWay) {
        underWay.incrementAndGet();
        if (toBegin.getAndDecrement() <= 0) {
            underWay.decrementAndGet();
            return null;
        }
        Task task = new Task();
        task.cargo = make(random);
        return task;
    }

    /** Whether the task goes on. */
    private boolean step(Task task, SplittableRandom random) {
        drop(task.cargo);
        if (task.hops == HOPS) {
            return false;
        }
        task.hops++;
        task.cargo = make(random);
        return true;
    }
}
