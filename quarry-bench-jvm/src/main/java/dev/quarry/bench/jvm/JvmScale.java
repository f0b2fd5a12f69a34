package dev.quarry.bench.jvm;

import dev.quarry.bench.jvm.worker.Order.Kind;
import java.time.Duration;
import java.util.List;

/** How much is run: enough to see that all works, or enough to publish. */
enum JvmScale {
    QUICK(2, 2, 150, 20, 60, List.of(16, 64, 256, 1024), List.of(2), Duration.ofSeconds(195)),
    FULL(3, 3, 200, 30, 200, List.of(16, 64, 256, 1024, 4096, 65536),
            List.of(1, 2, 4), Duration.ofMinutes(27));

    private static final int IDLE_MILLIS = 3000;

    private final int generations;
    private final int rounds;
    private final int warmMillis;
    private final int leadMillis;
    private final int millis;
    private final List<Integer> sizes;
    private final List<Integer> threads;
    private final Duration budget;

    JvmScale(int generations, int rounds, int warmMillis, int leadMillis, int millis,
            List<Integer> sizes, List<Integer> threads, Duration budget) {
        this.generations = generations;
        this.rounds = rounds;
        this.warmMillis = warmMillis;
        this.leadMillis = leadMillis;
        this.millis = millis;
        this.sizes = sizes;
        this.threads = threads;
        this.budget = budget;
    }

    /** How often all JVMs are started anew: no two compile alike. */
    int generations() {
        return generations;
    }

    /** Rounds of each generation, at most. */
    int rounds() {
        return rounds;
    }

    /** CPU time that each row gets when a JVM is new; all rows together two seconds at least. */
    int warmMillis() {
        return warmMillis;
    }

    /** Several threads go through more code, and less often. */
    int warmMillis(JvmRow row) {
        return row.kind() == Kind.THREADS ? 3 * warmMillis : warmMillis;
    }

    /** What a row runs before it is measured: other rows ran since. */
    int leadMillis() {
        return leadMillis;
    }

    int millis() {
        return millis;
    }

    /** How long memory is watched. */
    int idleMillis() {
        return IDLE_MILLIS;
    }

    List<Integer> sizes() {
        return sizes;
    }

    List<Integer> threads() {
        return threads;
    }

    /** What all generations together may take. */
    Duration budget() {
        return budget;
    }

    boolean includes(Column.Need need) {
        return this == FULL || need == Column.Need.ALWAYS;
    }
}
