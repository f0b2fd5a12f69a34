package dev.quarry.core.page;

import dev.quarry.core.tune.Geometry;

/**
 * Runs above the largest buddy order: whole chunks in a row, for requests above 1 GiB. A chunk is
 * free when it is one free buddy run of the top order, or lies beyond what the buddy system knows.
 * Buddy lock held.
 */
public final class Chunks {
    private static final int TOP_ORDER = Geometry.ORDERS - 1;

    private Chunks() {}

    /**
     * Takes {@code count} chunks in a row whose address is a multiple of {@code alignChunks} chunks
     * (a power of two) and opens them; the first unit, or {@link Buddy#NONE}.
     */
    public static long allocate(long count, long alignChunks) {
        long total = AddressSpace.reservedUnits() / Geometry.CHUNK_UNITS;
        long first = alignUp(0, alignChunks);
        while (first <= total - count) {
            long free = freeFrom(first, count);
            if (free == count) {
                return take(first * Geometry.CHUNK_UNITS, count);
            }
            first = alignUp(first + free + 1, alignChunks);
        }
        return Buddy.NONE;
    }

    /** The least chunk from {@code chunk} on whose address is a multiple of so many chunks. */
    private static long alignUp(long chunk, long alignChunks) {
        long before = AddressSpace.base >>> Geometry.CHUNK_SHIFT;
        return ((chunk + before + alignChunks - 1) & -alignChunks) - before;
    }

    /** Whether the {@code count} chunks from a unit could be taken, and takes them. */
    public static boolean extend(long unit, long count) {
        long first = unit / Geometry.CHUNK_UNITS;
        long total = AddressSpace.reservedUnits() / Geometry.CHUNK_UNITS;
        return first + count <= total
                && freeFrom(first, count) == count
                && take(unit, count) != Buddy.NONE;
    }

    /** Gives chunks back. */
    public static void free(long unit, long count) {
        for (long chunk = 0; chunk < count; chunk++) {
            Buddy.free(unit + chunk * Geometry.CHUNK_UNITS, TOP_ORDER);
        }
    }

    /** Number of free chunks in a row from {@code first} on, at most {@code count}. */
    private static long freeFrom(long first, long count) {
        long free = 0;
        while (free < count && isFree((first + free) * Geometry.CHUNK_UNITS)) {
            free++;
        }
        return free;
    }

    private static boolean isFree(long unit) {
        return unit >= Buddy.knownUnits() || Buddy.freeOrder(unit) == TOP_ORDER;
    }

    private static long take(long unit, long count) {
        long end = unit + count * Geometry.CHUNK_UNITS;
        while (Buddy.knownUnits() < end) {
            if (!Buddy.grow()) {
                return Buddy.NONE;
            }
        }
        if (!AddressSpace.openUpTo(end)) {
            return Buddy.NONE;
        }
        for (long chunk = 0; chunk < count; chunk++) {
            Buddy.remove(unit + chunk * Geometry.CHUNK_UNITS, TOP_ORDER);
            Buddy.subtractDirty(
                    DirtyUnits.count(unit + chunk * Geometry.CHUNK_UNITS, Geometry.CHUNK_UNITS));
        }
        return unit;
    }
}
