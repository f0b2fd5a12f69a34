package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The strict interface: what its preconditions allow is served alike on both lives. */
class StrictTest extends Contract {
    private static final int LARGEST_ALIGNMENT_SHIFT = 13;
    private static final long LARGEST_BYTES = 100_000;

    private StrictCalls strict;

    /** A block and the layout that it has. */
    private record Held(long address, long bytes, long alignment, int seed) {}

    /** Checked builds keep a table of layouts; it is made now, so that no test has to free it. */
    @BeforeAll
    static void makeTheTables() {
        Lives.chosen().map(Lives::strictOf)
                .forEach(each -> each.dealloc(each.alloc(1, 1), 1, 1));
    }

    @BeforeEach
    void findStrict() {
        strict = Lives.strictOf(life);
    }

    private static Held held(long address, long bytes, long alignment, int seed) {
        assertNotEquals(0, address);
        assertEquals(0, address & alignment - 1, () -> "alignment " + alignment);
        Raw.fill(address, bytes, seed);
        return new Held(address, bytes, alignment, seed);
    }

    private static void check(Held block) {
        assertEquals(-1, Raw.mismatch(block.address, block.bytes, block.seed));
    }

    @Test
    void everyAlignmentIsKept() {
        for (int shift = 0; shift <= LARGEST_ALIGNMENT_SHIFT; shift++) {
            long alignment = 1L << shift;
            for (long bytes : new long[] {1, alignment, alignment + 1, 3000}) {
                Held block = held(strict.alloc(bytes, alignment), bytes, alignment, shift);
                check(block);
                strict.dealloc(block.address, bytes, alignment);
            }
        }
    }

    @Test
    void zeroedBytesAreZero() {
        for (long bytes : new long[] {1, 24, 1000, 5000, LARGEST_BYTES}) {
            for (long alignment : new long[] {1, 16, 64, 4096}) {
                long dirty = strict.alloc(bytes, alignment);
                Raw.fill(dirty, bytes, 1);
                strict.dealloc(dirty, bytes, alignment);
                long block = strict.allocZeroed(bytes, alignment);
                assertEquals(-1, Raw.firstNonZero(block, bytes));
                strict.dealloc(block, bytes, alignment);
            }
        }
    }

    @Test
    void randomOperationsMatchTheModel() {
        SplittableRandom random = Seed.random(getClass());
        List<Held> all = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            int choice = random.nextInt(100);
            if (all.isEmpty() || choice < 45 && all.size() < 500) {
                all.add(allocated(random, i));
            } else {
                Held block = all.remove(random.nextInt(all.size()));
                check(block);
                if (choice < 70) {
                    all.add(resized(random, block, i));
                } else {
                    strict.dealloc(block.address, block.bytes, block.alignment);
                }
            }
        }
        all.forEach(StrictTest::check);
        all.forEach(block -> strict.dealloc(block.address, block.bytes, block.alignment));
    }

    private static long bytes(SplittableRandom random) {
        return 1 + random.nextLong(random.nextInt(50) == 0 ? LARGEST_BYTES : 600);
    }

    private Held allocated(SplittableRandom random, int seed) {
        long bytes = bytes(random);
        long alignment = 1L << random.nextInt(LARGEST_ALIGNMENT_SHIFT);
        long address = random.nextInt(4) == 0
                ? strict.allocZeroed(bytes, alignment)
                : strict.alloc(bytes, alignment);
        return held(address, bytes, alignment, seed);
    }

    /** The content up to the lesser size has been kept, before new content is written. */
    private Held resized(SplittableRandom random, Held block, int seed) {
        long bytes = bytes(random);
        long address = strict.resize(block.address, block.bytes, block.alignment, bytes);
        long kept = Math.min(bytes, block.bytes) & -8;
        assertEquals(-1, Raw.mismatch(address, kept, block.seed));
        return held(address, bytes, block.alignment, seed);
    }

    @Test
    void exhaustedMemoryLeavesTheBlock() {
        long huge = 1L << 47;
        assertEquals(0, strict.alloc(huge, 16));
        assertEquals(0, strict.allocZeroed(huge, 64));
        Held block = held(strict.alloc(100, 16), 100, 16, 3);
        assertEquals(0, strict.resize(block.address, 100, 16, huge));
        check(block);
        strict.dealloc(block.address, 100, 16);
    }
}
