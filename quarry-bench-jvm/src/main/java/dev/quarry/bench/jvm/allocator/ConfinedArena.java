package dev.quarry.bench.jvm.allocator;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/** An arena for each block: the JDK's own way to free a block at a time of one's choosing. */
public final class ConfinedArena implements ObjectAllocator<Arena> {

    @Override
    public Arena allocateAndWrite(int bytes) {
        Arena arena = Arena.ofConfined();
        arena.allocate(bytes).set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        return arena;
    }

    @Override
    public void free(Arena arena) {
        arena.close();
    }
}
