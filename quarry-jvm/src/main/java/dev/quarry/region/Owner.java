package dev.quarry.region;

import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.Quarry;
import dev.quarry.core.base.Scopes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The thread that a region belongs to, and the scope of the segments it has given. */
final class Owner {
    private final Thread thread = Thread.currentThread();

    /** Null while no segment is out: resets and closes that kill none cost nothing. */
    private @Nullable Arena scope;

    Owner() {
        Quarry.owns(0); // starts the allocator
    }

    /** Refuses other threads. */
    void check() {
        if (Thread.currentThread() != thread) {
            throw new WrongThreadException("the region belongs to " + thread);
        }
    }

    /** The bytes as a segment that lives until {@link #endSegments}. */
    @SuppressWarnings("MustBeClosed") // By endSegments.
    MemorySegment segment(long address, long bytes) {
        if (scope == null) {
            scope = Arena.ofConfined();
        }
        return Scopes.segment(address, bytes, scope);
    }

    /** Kills all segments given so far; throws when a native call is using one just now. */
    void endSegments() {
        if (scope != null) {
            scope.close();
            scope = null;
        }
    }

    static IllegalStateException closed() {
        return new IllegalStateException("the region is closed");
    }

    static IllegalArgumentException negative(long number) {
        return new IllegalArgumentException("negative: " + number);
    }

    /** A core region, unless none could be made. */
    static <R> R opened(@Nullable R core, long bytes) {
        if (core == null) {
            throw new OutOfNativeMemoryError(bytes);
        }
        return core;
    }

    /** The product of two numbers that are not negative; 2^63 - 1 when it is more than that. */
    static long product(long bytes, long count) {
        if ((bytes | count) < 0) {
            throw negative(bytes < 0 ? bytes : count);
        }
        return Math.multiplyHigh(bytes, count) == 0 && bytes * count >= 0
                ? bytes * count
                : Long.MAX_VALUE;
    }
}
