package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The tester itself: it passes a correct allocator, catches broken ones, says how in few steps. */
class TesterTest {
    private static final Traces.Mix MIX = new Traces.Mix(48, 8192, 3, 10);

    private final List<Op> trace = Traces.random(Seed.random(TesterTest.class), MIX, 5_000);
    private final List<Op> runs = Runs.random(Seed.random(TesterTest.class), MIX, 20_000);

    /** Hands a block out twice: one held already, once many of its size are out. */
    private static final class HandsOutTwice extends ToyLife {
        @Override
        public long alignedAlloc(long alignment, long bytes) {
            long outCount = live.values().stream().filter(size -> size == 256).count();
            return bytes > 128 && bytes <= 256 && outCount == 4
                    ? live.firstKey()
                    : super.alignedAlloc(alignment, bytes);
        }
    }

    /** Takes a block back twice when another was freed in between. */
    private static final class MissesDoubleFrees extends ToyLife {
        private long last;

        @Override
        public void free(long block) {
            if (block != 0 && block != last && !live.containsKey(block) && owns(block)) {
                putBack(block, 16);
            } else {
                super.free(block);
            }
            last = block;
        }
    }

    /** Forgets the last byte when a block moves. */
    private static final class LosesBytes extends ToyLife {
        @Override
        public long realloc(long block, long bytes) {
            long oldBytes = usableSize(block);
            long moved = super.realloc(block, bytes);
            if (moved != block && oldBytes > 16 && bytes > 1000) {
                Raw.putByte(moved + 15, ~Raw.getByte(moved + 15));
            }
            return moved;
        }
    }

    /** Leaves what was in a reused block. */
    private static final class DirtyCalloc extends ToyLife {
        @Override
        public long calloc(long count, long bytes) {
            return malloc(count * bytes);
        }
    }

    /** Counts wrong: a block freed by another thread stays in the books. */
    private static final class WrongBooks extends ToyLife {
        private final Thread first = Thread.currentThread();
        private int lost;

        @Override
        public void free(long block) {
            if (Thread.currentThread() != first && live.containsKey(block)) {
                lost++;
            }
            super.free(block);
        }

        @Override
        public Books books() {
            Books right = super.books();
            return new Books(
                    right.liveBlocks() + lost,
                    right.liveBytes(),
                    right.committedBytes(),
                    right.freeBytes());
        }
    }

    @Test
    void aCorrectAllocatorPasses() {
        assertDoesNotThrow(() -> Player.play(Blocks::new, new ToyLife(), MIX, trace, 100));
        assertDoesNotThrow(() -> Player.play(Marks::new, new ToyLife(), MIX, runs, 100));
    }

    @Test
    void aBlockHandedOutTwiceIsCaught() {
        List<Op> least = caught(HandsOutTwice::new);
        assertEquals(5, least.size(), least::toString);
        assertTrue(least.stream().allMatch(Op::takesBytes), least::toString);
    }

    @Test
    void aMissedDoubleFreeIsCaught() {
        List<Op> least = caught(MissesDoubleFrees::new);
        assertTrue(least.size() <= 6, least::toString);
        assertEquals(Op.Kind.FREE_AGAIN, least.getLast().kind(), least::toString);
    }

    @Test
    void aLostByteIsCaught() {
        List<Op> least = caught(LosesBytes::new);
        assertEquals(2, least.size(), least::toString);
        assertEquals(Op.Kind.REALLOC, least.getLast().kind(), least::toString);
    }

    @Test
    void aDirtyCallocIsCaught() {
        List<Op> least = caught(DirtyCalloc::new);
        assertTrue(least.size() <= 3, least::toString);
        assertEquals(Op.Kind.CALLOC, least.getLast().kind(), least::toString);
    }

    @Test
    void aWrongBooksIsCaught() {
        List<Op> least = caught(WrongBooks::new);
        assertTrue(least.size() <= 2, least::toString);
    }

    @Test
    void theSameSeedGivesTheSameTrace() {
        assertEquals(trace, Traces.random(Seed.random(TesterTest.class), MIX, trace.size()));
        assertEquals(runs, Runs.random(Seed.random(TesterTest.class), MIX, runs.size()));
    }

    private List<Op> caught(Supplier<Life> broken) {
        return caughtWith(Blocks::new, broken, trace);
    }

    private static List<Op> caughtWith(
            Function<Life, Model> model, Supplier<Life> broken, List<Op> ops) {
        Player.Failure failure =
                assertThrows(
                        Player.Failure.class,
                        () -> Player.play(model, broken.get(), MIX, ops, 100));
        return new Tester(model, MIX).least(broken, ops.subList(0, failure.step + 1));
    }

    /** What the cheaper model sees, on runs. */
    @ParameterizedTest
    @FieldSource
    void marksCatchIt(Supplier<Life> broken) {
        List<Op> least = caughtWith(Marks::new, broken, runs);
        assertTrue(least.size() <= 6, least::toString);
    }

    static final List<Supplier<Life>> marksCatchIt =
            List.of(HandsOutTwice::new, MissesDoubleFrees::new, DirtyCalloc::new, WrongBooks::new);
}
