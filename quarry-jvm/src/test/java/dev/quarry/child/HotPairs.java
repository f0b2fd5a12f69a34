package dev.quarry.child;

import dev.quarry.Quarry;

/** The two fast paths in a loop that is compiled. */
public final class HotPairs {
    private static final int ROUNDS = 20;
    private static final int COUNT = 20_000;

    private HotPairs() {}

    public static void main(String[] args) {
        for (int round = 0; round < ROUNDS; round++) {
            pairs();
        }
        Checks.atRest(0);
    }

    private static void pairs() {
        for (int i = 0; i < COUNT; i++) {
            Quarry.free(Quarry.malloc(i & 0xFF));
        }
    }
}
