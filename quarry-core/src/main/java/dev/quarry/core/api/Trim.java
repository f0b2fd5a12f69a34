package dev.quarry.core.api;

import dev.quarry.core.base.Tls;
import dev.quarry.core.central.FreeMemory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Idle;
import dev.quarry.core.owner.Registry;

/** Gives back what is free. */
public final class Trim {
    private Trim() {}

    /**
     * Gives the memory behind everything free in every heap back to the kernel; returns the bytes.
     * What other running threads keep in their magazines stays with them.
     */
    public static long trim(Heap own) {
        Tls.ensureStack();
        if (!Boot.isReady()) {
            return 0;
        }
        if (Refill.hasMagazines(own) && !own.isEmpty()) {
            Idle.emptyMagazines(own);
        }
        Registry.emptyIdleMagazines();
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            Idle.release(heap);
        }
        return FreeMemory.decommit();
    }
}
