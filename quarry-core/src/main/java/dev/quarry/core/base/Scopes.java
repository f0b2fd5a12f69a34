package dev.quarry.core.base;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Segments over raw memory that die with an FFM arena. Not in C. */
@InC
@SuppressWarnings("restricted")
public final class Scopes {
    private Scopes() {}

    /** The bytes as a segment of the arena's scope, confined to its thread if it is. */
    public static MemorySegment segment(long address, long bytes, Arena scope) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, scope, null);
    }

    /** Does something once, when the arena has been closed and no thread is inside of it. */
    public static void atEnd(Arena scope, Runnable action) {
        MemorySegment.NULL.reinterpret(0, scope, none -> action.run());
    }
}
