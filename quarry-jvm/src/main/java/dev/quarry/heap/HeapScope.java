package dev.quarry.heap;

import java.lang.foreign.Arena;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The JDK arena whose scope a heap's segments have. To close one stops all threads for a moment,
 * so it is made for the first segment only.
 */
final class HeapScope {
    /** What a closed heap has that never gave a segment. */
    private static final Arena DEAD = dead();

    private final AtomicReference<@Nullable Arena> arena = new AtomicReference<>();

    @SuppressWarnings("MustBeClosed") // It is, right away.
    private static Arena dead() {
        Arena arena = Arena.ofShared();
        arena.close();
        return arena;
    }

    @SuppressWarnings("MustBeClosed") // By end; one that is not kept has no memory.
    Arena arena() {
        if (arena.get() == null) {
            arena.compareAndSet(null, Arena.ofShared());
        }
        return Objects.requireNonNull(arena.get());
    }

    boolean hasEnded() {
        Arena seen = arena.get();
        return seen != null && !seen.scope().isAlive();
    }

    /** Ends all segments; throws, and they live on, while a native call uses one. */
    void end() {
        if (!arena.compareAndSet(null, DEAD)) {
            arena().close();
        }
    }
}
