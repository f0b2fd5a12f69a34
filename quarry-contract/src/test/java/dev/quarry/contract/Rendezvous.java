package dev.quarry.contract;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Where threads wait for each other without sleeping, so that they leave within nanoseconds of each
 * other: what races is what they do next, not their waking up.
 */
final class Rendezvous {
    private static final int SPINS_BEFORE_YIELD = 2000;

    private final int parties;
    private final AtomicLong arrivals = new AtomicLong();
    private volatile boolean isGivenUp;

    Rendezvous(int parties) {
        this.parties = parties;
    }

    void await() {
        long arrival = arrivals.getAndIncrement();
        long all = arrival - arrival % parties + parties;
        for (int spins = 0; arrivals.get() < all; spins++) {
            if (isGivenUp) {
                throw new IllegalStateException("another party of the test has failed");
            }
            if (spins % SPINS_BEFORE_YIELD == SPINS_BEFORE_YIELD - 1) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** The action, but so that its failure sets the other parties free. */
    Runnable party(Runnable action) {
        return () -> {
            try {
                action.run();
            } catch (AssertionError | RuntimeException e) {
                isGivenUp = true;
                throw e;
            }
        };
    }
}
