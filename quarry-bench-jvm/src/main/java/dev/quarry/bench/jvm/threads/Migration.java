package dev.quarry.bench.jvm.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Sets of blocks that wander: a thread swaps its set for another, replaces half of it at random,
 * and goes on. Sizes are powers of two, small ones most often. In the manner of mimalloc's mstress.
 */
final class Migration implements Scene {
    private static final int SETS = 64;
    private static final int BLOCKS = 128;

    private final int threads;
    private final AtomicReferenceArray<Slots> sets = new AtomicReferenceArray<>(SETS);

    Migration(int threads) {
        this.threads = threads;
    }

    @Override
    public void play(Crew crew) throws InterruptedException {
        crew.work(this::fillAll);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            workers.add(crew.start(tally -> wander(number, crew, tally)));
        }
        Crew.join(workers);
        crew.work(this::freeAll);
    }

    private void fillAll(Tally tally) {
        Draws sizes = Draws.skewed(-1);
        for (int i = 0; i < SETS; i++) {
            sets.set(i, fill(sizes, tally));
        }
    }

    private static Slots fill(Draws sizes, Tally tally) {
        Slots set = Slots.of(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            tally.allocate(set, i, sizes.next());
        }
        return set;
    }

    private void wander(int number, Crew crew, Tally tally) {
        Draws sizes = Draws.skewed(number);
        Draws places = Draws.places(number, BLOCKS);
        Draws others = Draws.places(number + threads, SETS);
        Slots mine = fill(sizes, tally);
        do {
            mine = sets.getAndSet(others.next(), mine);
            for (int i = 0; i < BLOCKS / 2; i++) {
                int place = places.next();
                tally.free(mine, place);
                tally.allocate(mine, place, sizes.next());
            }
        } while (crew.goesOn());
        tally.freeAll(mine);
    }

    private void freeAll(Tally tally) {
        for (int i = 0; i < SETS; i++) {
            tally.freeAll(sets.get(i));
        }
    }
}
