package dev.quarry.child;

import dev.quarry.Quarry;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.tune.Geometry;

/** Memory that grows past the buddy system's first chunks, step by step from the start. */
public final class ManyChunks {
    private static final long CHUNKS = 3;
    private static final int BYTES = 1 << 20;

    private ManyChunks() {}

    public static void main(String[] args) {
        int count = (int) (CHUNKS * Geometry.CHUNK_BYTES / BYTES);
        long[] blocks = new long[count];
        for (int i = 0; i < count; i++) {
            blocks[i] = Quarry.malloc(BYTES);
            Checks.require(
                    AddressSpace.openUnits() <= Buddy.knownUnits(),
                    "units are open that have no record");
        }
        Checks.atRest(count);
        for (long block : blocks) {
            Quarry.free(block);
        }
        Quarry.trim();
        Checks.atRest(0);
    }
}
