package dev.quarry.core.base;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is made of a fault beyond counting it. On HotSpot the JVM face chooses; in C the environment
 * does, and REPORT is the default.
 *
 * <p>Faults are also found half-way through a slow path, with locks held, when blocks that other
 * threads freed are taken up. So nothing here waits or takes Java memory.
 */
@InC
public final class FaultPolicy {
    public static final int IGNORE = 1;
    /** A line on stderr for each of the first {@link #LINES}. */
    public static final int REPORT = 2;
    /** A line on stderr, and the process ends by SIGABRT. */
    public static final int ABORT = 3;
    /** Whoever called is told by an exception, if it is found in time. Not in C. */
    public static final int THROW = 4;

    /** Lines that a process writes at most. */
    public static final int LINES = 10;

    private static final AtomicInteger BEGUN_LINES = new AtomicInteger();

    /** Until the face has chosen there is nobody to tell. */
    private static volatile int policy = THROW;

    private FaultPolicy() {}

    /** From now on faults are treated so. Not in C. */
    public static void choose(int chosen) {
        if (chosen == REPORT || chosen == ABORT) {
            FaultLines.prepare();
        }
        policy = chosen;
    }

    /** Whether the face throws. Not in C. */
    public static boolean isThrown() {
        return policy == THROW;
    }

    /** Does with a fault what the policy says. */
    public static void apply(int kind, long address) {
        int chosen = policy;
        if (chosen == REPORT || chosen == ABORT) {
            boolean isEnd = chosen == ABORT;
            int line = BEGUN_LINES.getAndIncrement();
            if (line >= 0 && line < LINES) {
                FaultLines.write(line, kind, address, isEnd);
            }
            if (isEnd) {
                FaultLines.abort();
            }
        }
    }
}
