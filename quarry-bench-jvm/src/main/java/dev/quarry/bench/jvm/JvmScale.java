package dev.quarry.bench.jvm;

import dev.quarry.bench.jvm.worker.Order.Kind;
import java.util.List;

/** How much is run: enough to see that all works, or enough to publish. */
enum JvmScale {
    QUICK(2, 2, 150, 20, 80, List.of(16, 64, 256, 1024), List.of(2)),
    FULL(3, 3, 200, 30, 200, List.of(16, 64, 256, 1024, 4096, 65536),
            List.of(1, 2, 4));

    private final int generations;
    private final int rounds;
    private final int warmMillis;
    private final int leadMillis;
    private final int millis;
    private final List<Integer> sizes;
    private final List<Integer> threads;

    JvmScale(int generations, int rounds, int warmMillis, int leadMillis, int millis,
            List<Integer> sizes, List<Integer> threads) {
        this.generations = generations;
        this.rounds = rounds;
        this.warmMillis = warmMillis;
        this.leadMillis = leadMillis;
        this.millis = millis;
        this.sizes = sizes;
        this.threads = threads;
    }

    /** How often all JVMs are started anew: no two compile alike. */
    int generations() {
        return generations;
    }

    /** Rounds of each generation. */
    int rounds() {
        return rounds;
    }

    /** CPU time that each row gets when a JVM is new; all rows together make two seconds. */
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

    List<Integer> sizes() {
        return sizes;
    }

    List<Integer> threads() {
        return threads;
    }

    boolean includes(Column.Need need) {
        return this == FULL || need == Column.Need.ALWAYS;
    }
}
