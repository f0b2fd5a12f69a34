package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Threads end with blocks out and blocks at hand; the heap serves whoever comes next. */
class ThreadExitTest extends Contract {
    private static final int THREADS = 1000;
    private static final int AT_ONCE = 60;
    private static final long SLACK_BYTES = 4 << 20;

    private void assertGrewLittle(long before, String what) {
        long grown = committedBytes() - before;
        assertTrue(grown <= SLACK_BYTES, () -> what + " took " + grown + " B");
    }

    /** Blocks of several sizes, written and remembered in {@link #blocks}. */
    private void takeSome() {
        for (long bytes = 16; bytes <= 16 << 10; bytes *= 2) {
            for (int i = 0; i < 4; i++) {
                blocks.malloc(bytes);
            }
        }
    }

    private void takeAndReturnSome() {
        List<Long> taken = new ArrayList<>();
        for (long bytes = 16; bytes <= 16 << 10; bytes *= 2) {
            for (int i = 0; i < 20; i++) {
                taken.add(life.malloc(bytes));
            }
        }
        taken.forEach(life::free);
    }

    @Test
    void blocksOutliveTheirThread() {
        for (int i = 0; i < 20; i++) {
            Threads.elsewhere(this::takeSome);
        }
        blocks.check();
        assertEquals(20 * 44, blocks.count());
    }

    @Test
    void aThousandThreadsThatDieWithBlocksOut() {
        long before = 0;
        for (int i = 0; i < THREADS; i++) {
            Threads.elsewhere(() -> {
                takeAndReturnSome();
                takeSome();
            });
            blocks.freeAll();
            before = i == THREADS / 10 ? committedBytes() : before;
        }
        assertGrewLittle(before, "nine hundred threads, one after the other,");
    }

    /** The blocks at hand, not yet cut and freed by others meanwhile are the next thread's. */
    @Test
    void theNextThreadTakesTheHeapOver() {
        Threads.elsewhere(this::takeAndReturnSome);
        long before = committedBytes();
        for (int i = 0; i < 100; i++) {
            Threads.elsewhere(this::takeAndReturnSome);
        }
        assertGrewLittle(before, "a hundred threads that gave all back");
    }

    @Test
    void freesOnTheirWayWhenTheOwnerEnds() {
        for (int i = 0; i < 50; i++) {
            Lane owner = new Lane();
            owner.run(this::takeSome);
            blocks.freeAll();
            owner.close();
        }
        long before = committedBytes();
        for (int i = 0; i < 200; i++) {
            Lane owner = new Lane();
            owner.run(this::takeSome);
            blocks.freeAll();
            owner.close();
        }
        assertGrewLittle(before, "two hundred owners that never drained");
    }

    /** A realloc that moves asks for the thread's heap twice, and one of two would be lost. */
    @Test
    void threadsWhoseFirstCallMovesABlock() {
        Drained atStart = Drained.now(life);
        for (long bytes : new long[] {100, 50_000}) {
            long block = blocks.malloc(bytes);
            Threads.elsewhere(() -> blocks.realloc(block, 20 * bytes));
            blocks.freeAll();
        }
        atStart.check();
    }

    /** They are freed long after, from a thread that came later, into heaps that others have. */
    @Test
    void freedWhenTheHeapHasAnotherThread() {
        Lane first = new Lane();
        first.run(this::takeSome);
        first.close();
        try (Lane second = new Lane()) {
            second.run(this::takeSome);
            blocks.check();
            Threads.elsewhere(blocks::freeAll);
            second.run(this::takeSome);
            blocks.check();
        }
    }

    @Test
    void manyThreadsAtOnce() {
        long before = 0;
        for (int round = 0; round < 4; round++) {
            List<Lane> lanes = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                lanes.add(new Lane());
            }
            for (Lane lane : lanes) {
                lane.run(() -> blocks.malloc(100));
                lane.run(() -> blocks.malloc(10_000));
            }
            blocks.check();
            lanes.forEach(Lane::close);
            blocks.freeAll();
            before = round == 0 ? committedBytes() : before;
        }
        assertGrewLittle(before, "three more rounds of as many threads");
    }

    /** Ends that meet frees: nothing is lost between the last drain and the take-over. */
    @Test
    void endingWhileOthersFree() {
        AtomicInteger freed = new AtomicInteger();
        for (int round = 0; round < 200; round++) {
            Rendezvous start = new Rendezvous(2);
            long[] out = new long[400];
            Runnable owner = () -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = life.malloc(48);
                }
                start.await();
                takeAndReturnSome();
            };
            Runnable other = () -> {
                start.await();
                for (long block : out) {
                    life.free(block);
                    freed.incrementAndGet();
                }
            };
            Threads.together(List.of(owner, other));
        }
        assertEquals(200 * 400, freed.get());
    }
}
