package dev.quarry.core.api;

import dev.quarry.core.base.Build;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.SizeClasses;
import dev.quarry.core.verify.Verify;

/**
 * A run of allocations and one of frees. Exit code 0 when the magazine grew with the allocations
 * as it does in bulk, and only if bulk mode is built in.
 */
public final class BulkUses {
    private static final int COUNT = 2000;
    private static final long BYTES = 64;

    private BulkUses() {}

    public static void main(String[] arguments) {
        boolean isSound = Boot.boot() && growsOnlyInBulk(Registry.claim()) && Verify.all() == 0;
        System.exit(isSound ? 0 : 1);
    }

    private static boolean growsOnlyInBulk(Heap heap) {
        Magazine magazine = heap.magazine(SizeClasses.classOf(BYTES));
        long before = magazine.capacity();
        long[] blocks = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            blocks[i] = Malloc.malloc(BYTES, heap);
        }
        boolean grew = magazine.capacity() == Magazine.MAX_CAPACITY && magazine.isInBulk();
        boolean stayed = magazine.capacity() == before && !magazine.isInBulk();
        for (long block : blocks) {
            Free.free(block, heap);
        }
        return (Build.bulk() ? grew : stayed) && !magazine.isInBulk();
    }
}
