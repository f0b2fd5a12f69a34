package dev.quarry;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Spare;
import dev.quarry.core.tune.SizeClasses;

/**
 * The chunks of a confined arena: blocks that begin with the address of the chunk before and their
 * own size. They are named by address, so that the arena itself is passed to nobody: what is not
 * compiled into its user then does not keep the compiler from dissolving the arena.
 *
 * <p>A platform thread's first chunk is the one that its last arena has left to it, if any. A
 * malloc and a free of it would be most of what a small arena costs.
 */
final class ConfinedChunks {
    /** Bytes before the first segment. */
    static final long HEADER = 16;

    private static final long BYTES = 8;
    private static final long FIRST_BYTES = 2048;

    /** The largest size class; a segment that needs more has a chunk for itself. */
    private static final long MOST_BYTES = SizeClasses.MAX_BYTES;

    private ConfinedChunks() {}

    /** A chunk behind the newest, 0 for none, with room for so many bytes. */
    static long add(long newest, long needed) {
        long bytes = Math.max(needed + HEADER, grown(newest));
        long block = newest == 0 && bytes <= Spare.BYTES ? first(bytes) : Quarry.malloc(bytes);
        Memory.putLong(block, newest);
        if (newest != 0 || bytes > Spare.BYTES) {
            Memory.putLong(block + BYTES, bytes);
        }
        return block;
    }

    private static long grown(long newest) {
        return newest == 0
                ? FIRST_BYTES
                : Math.min(2 * Memory.getLong(newest + BYTES), MOST_BYTES);
    }

    /** A first chunk, its size written; that of a virtual thread, which has no heap, is small. */
    private static long first(long least) {
        Heap own = ThreadHeaps.found();
        long bytes = own == null ? least : Spare.BYTES;
        long spare = own == null ? 0 : Spare.take(own);
        long block = spare == 0 ? Quarry.malloc(bytes) : spare;
        Memory.putLong(block + BYTES, bytes);
        return block;
    }

    /** Where a chunk ends: a multiple of 16. */
    static long end(long chunk) {
        return chunk + Memory.getLong(chunk + BYTES) & -HEADER;
    }

    /** Frees a chunk, 0 for none, and those before it, but for one that is kept. */
    static void free(long newest) {
        long chunk = newest;
        while (chunk != 0) {
            long older = Memory.getLong(chunk);
            if (older != 0 || !isKept(chunk)) {
                Quarry.free(chunk);
            }
            chunk = older;
        }
    }

    private static boolean isKept(long chunk) {
        Heap own = ThreadHeaps.found();
        return own != null && Spare.put(own, chunk);
    }
}
