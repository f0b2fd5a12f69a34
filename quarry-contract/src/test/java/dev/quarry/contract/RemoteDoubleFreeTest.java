package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One block freed by several threads, one after the other. The test's own thread is the owner. A
 * second free that meets one still on its way may be found out later, when the owner drains.
 */
class RemoteDoubleFreeTest extends Misuse {
    private final Lane one = new Lane();
    private final Lane other = new Lane();

    @AfterEach
    void endLanes() {
        one.close();
        other.close();
    }

    /** A block with neighbours that stay out. */
    private long takeOne(long bytes) {
        holdNeighbours(bytes);
        long block = life.malloc(bytes);
        holdNeighbours(bytes);
        return block;
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 48, 1024, 32 << 10, LARGE_BYTES})
    void byOneOtherTwice(long bytes) {
        long block = takeOne(bytes);
        assertCountedAfterDrain(1, () -> {
            one.run(() -> life.free(block));
            one.run(() -> life.free(block));
        });
        assertNoneTwice(bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 48, 1024, 32 << 10, LARGE_BYTES})
    void byTwoOthers(long bytes) {
        long block = takeOne(bytes);
        assertCountedAfterDrain(2, () -> {
            one.run(() -> life.free(block));
            other.run(() -> life.free(block));
            one.run(() -> life.free(block));
        });
        assertNoneTwice(bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 48, 1024, 32 << 10, LARGE_BYTES})
    void byTheOwnerAndThenAnother(long bytes) {
        long block = takeOne(bytes);
        life.free(block);
        assertRefused(FREED, () -> one.run(() -> life.free(block)));
        assertRefused(FREED, () -> other.run(() -> life.free(block)));
        assertNoneTwice(bytes);
    }

    /** A refused free must leave nothing behind that meets the block in its next life. */
    @ParameterizedTest
    @ValueSource(longs = {16, 48, 1024, 32 << 10})
    void byTheOwnerAndThenAnotherBeforeItsNextUse(long bytes) {
        long block = takeOne(bytes);
        life.free(block);
        assertRefused(FREED, () -> one.run(() -> life.free(block)));
        takeAgain(block, bytes);
        life.trim();
        assertNoneTwice(bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 48, 1024, 32 << 10, LARGE_BYTES})
    void byAnotherAndThenTheOwner(long bytes) {
        long block = takeOne(bytes);
        assertCountedAfterDrain(1, () -> {
            one.run(() -> life.free(block));
            life.free(block);
        });
        assertNoneTwice(bytes);
    }

    /** The free on its way must not take the block from whoever gets it next. */
    @ParameterizedTest
    @ValueSource(longs = {16, 48, 1024, 32 << 10})
    void byAnotherAndThenTheOwnerBeforeItsNextUse(long bytes) {
        long block = takeOne(bytes);
        assertCountedAfterDrain(1, () -> {
            one.run(() -> life.free(block));
            life.free(block);
            takeAgain(block, bytes);
        });
        assertNoneTwice(bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 48, 1024, 32 << 10, LARGE_BYTES})
    void afterTheOwnerTookItUp(long bytes) {
        long block = takeOne(bytes);
        one.run(() -> life.free(block));
        life.trim();
        assertRefused(FREED, () -> one.run(() -> life.free(block)));
        assertRefused(FREED, () -> life.free(block));
        assertNoneTwice(bytes);
    }

    /** What came back from another thread is handed out and freed as any block is. */
    @ParameterizedTest
    @ValueSource(longs = {16, 48, 1024, 32 << 10})
    void afterItCameBackAndWasUsedAgain(long bytes) {
        long block = takeOne(bytes);
        one.run(() -> life.free(block));
        life.trim();
        takeAgain(block, bytes);
        if (blocks.holds(block)) {
            blocks.free(block);
            assertRefused(FREED, () -> life.free(block));
            assertRefused(FREED, () -> one.run(() -> life.free(block)));
        }
        assertNoneTwice(bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 1024, 32 << 10, LARGE_BYTES})
    void reallocByAnother(long bytes) {
        long block = takeOne(bytes);
        life.free(block);
        assertRefused(FREED, () -> one.run(() -> assertEquals(0, life.realloc(block, 10))));
        assertNoneTwice(bytes);
    }

    /** The owner has ended, so nobody drains but whoever takes its heap over. */
    @ParameterizedTest
    @ValueSource(longs = {16, 48, 1024, 32 << 10, LARGE_BYTES})
    void ofAnEndedThreadsBlock(long bytes) {
        long[] taken = Threads.elsewhere(() -> take(20, bytes));
        freeEach(taken);
        for (long block : taken) {
            assertRefused(NO_BLOCK, () -> life.free(block));
            assertRefused(NO_BLOCK, () -> one.run(() -> life.free(block)));
        }
        Threads.elsewhere(() -> assertNoneTwice(bytes));
        assertNoneTwice(bytes);
    }

    /** Allocates until the block comes back, if it does, and holds all. */
    private void takeAgain(long block, long bytes) {
        assertFalse(blocks.holds(block));
        for (int i = 0; i < 200 && !blocks.holds(block); i++) {
            blocks.malloc(bytes);
        }
    }
}
