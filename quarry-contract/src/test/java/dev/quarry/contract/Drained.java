package dev.quarry.contract;

import static dev.quarry.contract.Blocks.require;

/**
 * Whether the allocator is as empty as it was, once everything has been freed: then the live count
 * of every span has come to 0, the span has gone back, and no memory is committed for it. One block
 * that a span counts wrongly as live keeps it.
 */
final class Drained {
    /** Heaps of threads that have ended are found by those that come, a few by each. */
    private static final int THREADS_AT_MOST = 100;

    private final Life life;
    private final Life.Books atStart;

    private Drained(Life life) {
        this.life = life;
        atStart = drained(life, life.books().liveBytes());
    }

    /** Takes note of how empty it is now. */
    static Drained now(Life life) {
        return new Drained(life);
    }

    /** Fails when there is a span more, or memory behind one. */
    void check() {
        Life.Books books = drained(life, atStart.committedBytes());
        require(
                books.liveBlocks() == atStart.liveBlocks()
                        && books.committedBytes() == atStart.committedBytes(),
                "not drained: %s: spans count %d blocks more as live, %d B more are kept",
                life, books.liveBlocks() - atStart.liveBlocks(),
                books.committedBytes() - atStart.committedBytes());
    }

    private static Life.Books drained(Life life, long bytes) {
        life.trim();
        for (int threads = 0; threads < THREADS_AT_MOST; threads++) {
            if (life.books().committedBytes() <= bytes) {
                break;
            }
            Threads.elsewhere(life::trim);
            life.trim();
        }
        return life.books();
    }
}
