package dev.quarry.stress;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.tune.Geometry;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Raw words for the states of a test: cache lines of zeros, each used again after thousands of
 * others, long after its state has been judged.
 */
public final class Lines {
    private static final long COUNT = 1 << 14;
    private static final long START = start();
    private static final AtomicLong TAKEN = new AtomicLong();

    private Lines() {}

    private static long start() {
        if (!Boot.boot()) {
            throw new IllegalStateException("Quarry does not start");
        }
        return MetaBump.allocate(COUNT * Geometry.LINE_BYTES);
    }

    public static long take() {
        long line = START + TAKEN.getAndIncrement() % COUNT * Geometry.LINE_BYTES;
        Memory.zero(line, Geometry.LINE_BYTES);
        return line;
    }
}
