package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Blocks whose span has been emptied, given back or cut anew since, and blocks not yet cut. */
class RecycledSpanTest extends Misuse {
    private static final int MANY = 3000;

    private static int countFor(long bytes) {
        return (int) Math.min(MANY, (8 << 20) / bytes);
    }

    private void assertEachRefused(long[] freed) {
        for (long block : freed) {
            assertRefused(NO_BLOCK, () -> life.free(block));
        }
    }

    @Test
    void emptiedAndGivenBack() {
        for (long bytes : SIZES) {
            long[] taken = take(countFor(bytes), bytes);
            freeEach(taken);
            life.trim();
            assertEachRefused(taken);
            assertNoneTwice(bytes);
            blocks.freeAll();
        }
    }

    /** An old address that is now a block's is that block's; all others are refused. */
    @Test
    void cutAnewForAnotherClass() {
        for (int i = 0; i < SIZES.length; i++) {
            long bytes = SIZES[i];
            long otherBytes = SIZES[(i + 1) % SIZES.length] - 8;
            long[] taken = take(countFor(bytes), bytes);
            freeEach(taken);
            life.trim();
            for (int n = countFor(bytes); n > 0; n--) {
                blocks.malloc(otherBytes);
            }
            assertEachRefused(Arrays.stream(taken).filter(at -> !blocks.holds(at)).toArray());
            blocks.check();
            blocks.freeAll();
        }
    }

    @Test
    void usedForALargeBlock() {
        long[] taken = take(MANY, 1024);
        freeEach(taken);
        life.trim();
        for (int i = 0; i < 40; i++) {
            blocks.malloc(100_000);
        }
        assertEachRefused(Arrays.stream(taken).filter(at -> !blocks.holds(at)).toArray());
        blocks.check();
    }

    @Test
    void aLargeBlocksRunCutIntoSmallOnes() {
        long[] taken = take(20, LARGE_BYTES);
        freeEach(taken);
        life.trim();
        for (int i = 0; i < MANY; i++) {
            blocks.malloc(1000);
        }
        assertEachRefused(Arrays.stream(taken).filter(at -> !blocks.holds(at)).toArray());
        blocks.check();
    }

    /** What lies beyond the last block handed out is the span's, but nobody's block yet. */
    @Test
    void notYetHandedOut() {
        for (long bytes : SIZES) {
            Threads.elsewhere(() -> {
                long block = life.malloc(bytes);
                for (int i = 1; i < 40; i++) {
                    long beyond = block + i * bytes;
                    assertRefused(NO_BLOCK, () -> life.free(beyond));
                }
                life.free(block);
            });
            assertNoneTwice(bytes);
            blocks.freeAll();
        }
    }

    @Test
    void reallocOfBlocksThatAreGone() {
        long[] taken = take(MANY, 256);
        freeEach(taken);
        life.trim();
        for (long block : taken) {
            assertRefused(NO_BLOCK, () -> assertEquals(0, life.realloc(block, 300)));
        }
    }
}
