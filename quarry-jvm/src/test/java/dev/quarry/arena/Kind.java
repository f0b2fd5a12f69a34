package dev.quarry.arena;

import dev.quarry.Quarry;
import dev.quarry.heap.Heap;
import dev.quarry.heap.HeapOptions;
import java.lang.foreign.Arena;
import java.util.function.Supplier;

/** What must behave alike: the JDK's arenas are the reference for Quarry's. */
enum Kind {
    JDK_CONFINED(Arena::ofConfined),
    CONFINED(Quarry::confinedArena),
    JDK_SHARED(Arena::ofShared),
    LONG_LIVED(Quarry::longLivedArena),
    SHARED(Quarry::sharedArena),
    HEAP(() -> Heap.open(HeapOptions.named("heap")));

    private final Supplier<Arena> opener;

    Kind(Supplier<Arena> opener) {
        this.opener = opener;
    }

    Arena open() {
        return opener.get();
    }

    boolean isJdk() {
        return this == JDK_CONFINED || this == JDK_SHARED;
    }

    boolean isConfined() {
        return this == JDK_CONFINED || this == CONFINED;
    }

    /** Whether its segments have a scope that no other arena has, which ends when it is closed. */
    boolean hasOwnScope() {
        return this != SHARED;
    }
}
