package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two threads free the same blocks at the same time, over and over: of each block one free is
 * valid, the other a fault, and after the owner's drain no block is handed out twice. How the
 * threads meet is the scheduler's affair; what must come of it is not.
 */
class RacingFreesTest extends Misuse {
    private static final int ROUNDS = Integer.getInteger("quarry.rounds", 240);
    private static final int BLOCKS = 300;
    private static final long[] RACED = {16, 64, 1024, 8192};

    /** Passed twice a round, before and after the frees. */
    private Rendezvous all;

    private volatile long[] raced;

    private static long bytesOf(int round) {
        return RACED[round % RACED.length];
    }

    /** In the same order, or from both ends, so that they meet in the middle if nowhere else. */
    private void freeRaced(int round, boolean second) {
        long[] taken = raced;
        boolean backwards = second && (round / RACED.length) % 2 == 1;
        for (int i = 0; i < taken.length; i++) {
            life.free(taken[backwards ? taken.length - 1 - i : i]);
        }
    }

    private void racer(boolean second) {
        for (int round = 0; round < ROUNDS; round++) {
            all.await();
            freeRaced(round, second);
            life.trim(); // Sends what it has gathered, so that the owner can count all faults.
            all.await();
        }
    }

    /** The owner's part: hands out, lets them race, drains, counts, and looks for doubles. */
    private void owner(boolean racesToo) {
        for (int round = 0; round < ROUNDS; round++) {
            long bytes = bytesOf(round);
            blocks.malloc(bytes);
            raced = take(BLOCKS, bytes);
            long before = faultsSoFar();
            all.await();
            if (racesToo) {
                freeRaced(round, true);
            }
            all.await();
            life.trim();
            assertEquals(BLOCKS, faultsSoFar() - before, "faults in round " + round);
            expectFaults(BLOCKS);
            for (int i = 0; i < 2 * BLOCKS; i++) {
                blocks.malloc(bytes);
            }
            blocks.freeAll();
        }
    }

    private void race(Runnable... parties) {
        all = new Rendezvous(parties.length);
        Threads.together(Arrays.stream(parties).map(all::party).toList());
    }

    @Test
    void byTwoOthers() {
        race(() -> owner(false), () -> racer(false), () -> racer(true));
    }

    @Test
    void byTheOwnerAndAnother() {
        race(() -> owner(true), () -> racer(false));
    }

    /** A third thread takes up the owner's remote frees in the middle of it. */
    @Test
    void byTheOwnerAndAnotherDuringATrim() {
        race(() -> owner(true), () -> racer(false), this::trimmer);
    }

    private void trimmer() {
        for (int round = 0; round < ROUNDS; round++) {
            all.await();
            life.trim();
            all.await();
        }
    }

    /** The owner goes on allocating while two others free the same blocks of it. */
    @Test
    void whileTheOwnerAllocates() {
        race(this::busyOwner, () -> racer(false), () -> racer(true));
    }

    private void busyOwner() {
        for (int round = 0; round < ROUNDS; round++) {
            long bytes = bytesOf(round);
            raced = takeEverySecond(bytes);
            long before = faultsSoFar();
            all.await();
            // Another class: what comes back of the raced one must not be freed a second time.
            for (int i = 0; i < BLOCKS; i++) {
                blocks.malloc(512);
            }
            all.await();
            life.trim();
            assertEquals(BLOCKS, faultsSoFar() - before, "faults in round " + round);
            expectFaults(BLOCKS);
            for (int i = 0; i < BLOCKS; i++) {
                blocks.malloc(bytes);
            }
            blocks.freeAll();
        }
    }

    /** Their neighbours stay, so that no span becomes empty and serves another class. */
    private long[] takeEverySecond(long bytes) {
        long[] taken = new long[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            taken[i] = take(1, bytes)[0];
            blocks.malloc(bytes);
        }
        return taken;
    }

    /** Large blocks have no span with a bitmap of others: their one free decides alone. */
    @Test
    void ofLargeBlocks() {
        Rendezvous both = new Rendezvous(2);
        long[] taken = take(200, LARGE_BYTES);
        Runnable racer = () -> {
            for (long block : taken) {
                both.await();
                life.free(block);
            }
        };
        assertCountedAfterDrain(taken.length, () -> Threads.together(List.of(racer, racer)));
        for (int i = 0; i < taken.length; i++) {
            blocks.malloc(LARGE_BYTES);
        }
        blocks.check();
    }
}
