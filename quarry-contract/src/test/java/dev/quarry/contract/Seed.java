package dev.quarry.contract;

import java.util.SplittableRandom;

/**
 * Random numbers that can be had again: {@code quarry.seed} is the seed of all, and each test draws
 * its own from it by name, so that a test run alone sees the numbers it saw in the whole run.
 */
final class Seed {
    private static final long SEED = Long.getLong("quarry.seed", 20_261_130L);

    private Seed() {}

    /** Prints the seed and returns the numbers of one test. */
    static SplittableRandom random(Class<?> test) {
        System.out.println(test.getSimpleName() + ": -Dquarry.seed=" + SEED);
        return new SplittableRandom(SEED ^ test.getSimpleName().hashCode() * 0x9E37_79B9L);
    }
}
