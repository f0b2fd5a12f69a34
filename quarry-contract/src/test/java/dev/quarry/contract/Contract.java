package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/**
 * What every test of the suite has in common: it runs on each life, and leaves the allocator whole
 * (all invariants hold), with no block out and with no fault but those it says it caused.
 */
@OnEachLife
abstract class Contract {
    @Parameter Life life;

    /** The blocks of the running test. */
    Blocks blocks;

    private Faults faults;
    private long liveAtStart;
    private long expectedFaults;

    @BeforeEach
    void takeStock() {
        blocks = new Blocks(life);
        faults = Faults.since(life);
        liveAtStart = life.books().liveBlocks();
    }

    @AfterEach
    void leavesTheAllocatorWhole() {
        blocks.freeAll();
        life.trim();
        assertEquals(0, life.verify(), "an invariant of the allocator does not hold");
        assertEquals(expectedFaults, faults.total(), () -> "faults: " + faults);
        Life.Books books = life.books();
        assertEquals(0, books.liveBlocks() - liveAtStart, "blocks that nobody freed");
        assertEquals(
                books.committedBytes(),
                books.liveBytes() + books.freeBytes(),
                () -> "the books do not add up: " + books);
    }

    /** Says that the test has caused faults, which its end would otherwise not forgive. */
    final void expectFaults(long count) {
        expectedFaults += count;
    }

    /** Bytes taken from the kernel and not given back. */
    final long committedBytes() {
        return life.books().committedBytes();
    }

    /** Faults since the test began. */
    final long faultsSoFar() {
        return faults.total();
    }
}
