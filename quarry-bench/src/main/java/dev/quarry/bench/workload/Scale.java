package dev.quarry.bench.workload;

import java.time.Duration;
import java.util.List;

/** How much is run: enough to see that all works, or enough to publish. */
public enum Scale {
    QUICK(5, 3, List.of(1, 4), List.of(16, 256), Duration.ofSeconds(190), Duration.ofSeconds(20)),
    FULL(1, 9, List.of(1, 2, 4, 8, 16), List.of(16, 64, 256, 1024), Duration.ofMinutes(31),
            Duration.ofSeconds(60));

    private final int divisor;
    private final int rounds;
    private final List<Integer> threads;
    private final List<Integer> sizes;
    private final Duration budget;
    private final Duration limit;

    Scale(int divisor, int rounds, List<Integer> threads, List<Integer> sizes, Duration budget,
            Duration limit) {
        this.divisor = divisor;
        this.rounds = rounds;
        this.threads = threads;
        this.sizes = sizes;
        this.budget = budget;
        this.limit = limit;
    }

    /** The count of the full run, made smaller. */
    public long of(long full) {
        return full / divisor;
    }

    public int rounds() {
        return rounds;
    }

    public List<Integer> threads() {
        return threads;
    }

    public List<Integer> sizes() {
        return sizes;
    }

    /** What all phases together may take. */
    public Duration budget() {
        return budget;
    }

    /** How long a program runs that is given a time and not work. */
    public long seconds() {
        return Math.max(1, of(5));
    }

    /** When a single run counts as hanging. */
    public Duration limit() {
        return limit;
    }
}
