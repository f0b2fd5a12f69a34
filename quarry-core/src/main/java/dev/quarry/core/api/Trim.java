package dev.quarry.core.api;

import dev.quarry.core.base.Tls;
import dev.quarry.core.central.FreeMemory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Idle;

/** Gives back what is free. */
public final class Trim {
    private Trim() {}

    /**
     * Gives the memory behind everything free in every heap back to the kernel; returns the bytes.
     * What other running threads have in their magazines, and what was freed to them since their
     * last slow path, stays with them.
     */
    public static long trim(Heap own) {
        Tls.ensureStack();
        if (!Boot.isReady()) {
            return 0;
        }
        Idle.release(own);
        return FreeMemory.decommit();
    }
}
