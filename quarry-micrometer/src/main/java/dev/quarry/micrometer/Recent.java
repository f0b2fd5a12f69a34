package dev.quarry.micrometer;

import dev.quarry.stats.Statistics;

/** Statistics that are young enough: a scrape reads more than a hundred meters in a row. */
final class Recent {
    private static final long MOST_NANOS = 100_000_000;

    private Statistics statistics = Statistics.take();
    private long takenNanos = System.nanoTime();

    synchronized Statistics statistics() {
        if (System.nanoTime() - takenNanos > MOST_NANOS) {
            statistics = Statistics.take();
            takenNanos = System.nanoTime();
        }
        return statistics;
    }
}
