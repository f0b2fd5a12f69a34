package dev.quarry.core.region;

import dev.quarry.core.base.InC;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers that no two regions of a process share, so that a mark or a reference of one is refused
 * by all others, and by the next region in the same place. A region draws {@link #COUNT} in a row
 * and counts them up by itself. Of 2^40 draws none repeats.
 */
@InC
public final class Numbers {
    /** Numbers in a draw, a power of two. */
    public static final long COUNT = 1L << 24;

    private static final AtomicLong LAST = new AtomicLong();

    private Numbers() {}

    /** The first number of the next draw, a multiple of {@link #COUNT} and never 0. */
    public static long draw() {
        return LAST.addAndGet(COUNT);
    }
}
