package dev.quarry.core.page;

import dev.quarry.core.base.Memory;
import dev.quarry.core.tune.Geometry;

/**
 * Which free units may hold something else than zeros, and so cost resident memory. A unit is
 * marked when a run that used it is freed, and cleared when its memory goes back to the kernel.
 * Written under the buddy lock; whoever was given a run may read its units' bits without.
 */
public final class DirtyUnits {
    private DirtyUnits() {}

    /** Marks {@code count} units from {@code unit}, as young ones. */
    public static void mark(long unit, long count) {
        for (long last = unit + count; unit < last; unit++) {
            long word = UnitTables.dirtyWord(unit);
            long aged = UnitTables.agedWord(unit);
            Memory.putLongRelaxed(word, Memory.getLongRelaxed(word) | bit(unit));
            Memory.putLongRelaxed(aged, Memory.getLongRelaxed(aged) & ~bit(unit));
        }
    }

    public static boolean isDirty(long unit) {
        return (Memory.getLongRelaxed(UnitTables.dirtyWord(unit)) & bit(unit)) != 0;
    }

    /** Units of a range that are dirty. */
    public static long count(long unit, long count) {
        long dirty = 0;
        long last = unit + count;
        while (unit < last) {
            long bits = Memory.getLongRelaxed(UnitTables.dirtyWord(unit));
            dirty += Memory.bitCount(bits & UnitBits.mask(unit, last));
            unit = UnitBits.nextWord(unit);
        }
        return dirty;
    }

    /** Writes zeros over the dirty units among the bytes of a run just given, and only those. */
    public static void zero(long unit, long bytes) {
        long end = AddressSpace.addressOf(unit) + bytes;
        long last = unit + Geometry.unitsFor(bytes);
        while (unit < last) {
            long stretch = dirtyStretch(unit, last);
            if (stretch == 0) {
                unit++;
                continue;
            }
            long start = AddressSpace.addressOf(unit);
            long stop = AddressSpace.addressOf(unit + stretch);
            Memory.zero(start, (stop < end ? stop : end) - start);
            unit += stretch;
        }
    }

    /**
     * Gives the memory of a range without blocks back, and that of its states, each stretch of
     * dirty units in one call; returns the bytes.
     */
    public static long decommit(long unit, long count) {
        long released = 0;
        long open = AddressSpace.openUnits();
        long last = unit + count < open ? unit + count : open;
        while (unit < last) {
            long stretch = dirtyStretch(unit, last);
            if (stretch == 0) {
                unit++;
                continue;
            }
            if (UnitTables.decommit(unit, stretch)) {
                clear(unit, stretch);
                released += stretch << Geometry.UNIT_SHIFT;
            }
            unit += stretch;
        }
        return released;
    }

    /** Number of dirty units in a row from {@code unit} on. */
    private static long dirtyStretch(long unit, long last) {
        long from = unit;
        while (unit < last && isDirty(unit)) {
            unit++;
        }
        return unit - from;
    }

    /** Unmarks units whose memory has gone back to the kernel. */
    public static void clear(long unit, long count) {
        for (long last = unit + count; unit < last; unit++) {
            long word = UnitTables.dirtyWord(unit);
            Memory.putLongRelaxed(word, Memory.getLongRelaxed(word) & ~bit(unit));
        }
    }

    private static long bit(long unit) {
        return 1L << (unit & 63);
    }
}
