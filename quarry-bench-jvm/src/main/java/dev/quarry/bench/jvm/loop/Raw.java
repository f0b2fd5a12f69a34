package dev.quarry.bench.jvm.loop;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Writes to an address, without asking whose it is. */
@SuppressWarnings("restricted")
public final class Raw {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private Raw() {
    }

    public static void write(long address) {
        ALL.set(ValueLayout.JAVA_BYTE, address, (byte) 1);
    }
}
