package dev.quarry.core.central;

import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.DirtyUnits;
import dev.quarry.core.tune.Geometry;

/** The memory behind free runs. Takes the buddy lock itself. */
public final class FreeMemory {
    private FreeMemory() {}

    /** Gives all of it back to the kernel; returns the bytes. */
    public static long decommit() {
        if (!Buddy.lock()) {
            return 0;
        }
        long bytes = 0;
        for (int order = 0; order < Geometry.ORDERS; order++) {
            for (long unit = Buddy.head(order); unit != 0; unit = Buddy.next(unit - 1)) {
                bytes += DirtyUnits.decommit(unit - 1, 1L << order);
            }
        }
        Buddy.unlock();
        return bytes;
    }
}
