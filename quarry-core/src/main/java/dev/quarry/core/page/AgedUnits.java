package dev.quarry.core.page;

import dev.quarry.core.base.Memory;

/**
 * Which dirty units of free runs were free and dirty at the last pass already, and go back to the
 * kernel at the next. A unit's bit means something only while the unit is dirty: it is cleared when
 * the unit becomes dirty. Under the buddy lock, in free runs only.
 */
public final class AgedUnits {
    private AgedUnits() {}

    /** Says of the dirty units of a range that a pass has seen them. */
    public static void age(long unit, long count) {
        long last = unit + count;
        while (unit < last) {
            long word = UnitTables.agedWord(unit);
            long bits = dirtyBits(unit, last);
            Memory.putLongRelaxed(word, Memory.getLongRelaxed(word) | bits);
            unit = UnitBits.nextWord(unit);
        }
    }

    /** Whether a range has dirty units that {@link #age} has not met yet. */
    public static boolean hasYoung(long unit, long count) {
        long last = unit + count;
        while (unit < last) {
            long dirty = dirtyBits(unit, last);
            if ((dirty & ~Memory.getLongRelaxed(UnitTables.agedWord(unit))) != 0) {
                return true;
            }
            unit = UnitBits.nextWord(unit);
        }
        return false;
    }

    /** The first unit of a range that is dirty and aged; the range's end when there is none. */
    public static long first(long unit, long count) {
        long last = unit + count;
        while (unit < last) {
            long aged = agedBits(unit) & UnitBits.mask(unit, last);
            if (aged != 0) {
                return (unit & -64) + Memory.trailingZeros(aged);
            }
            unit = UnitBits.nextWord(unit);
        }
        return last;
    }

    /**
     * Gives the memory of the aged units of a range to the kernel, and that of their states; false
     * when the kernel refuses (locked memory). The range is out of the lists, the lock is not held.
     */
    public static boolean decommit(long unit, long count) {
        boolean done = true;
        long last = unit + count;
        unit = first(unit, count);
        while (unit < last) {
            long end = unit + 1;
            while (end < last && isAged(end)) {
                end++;
            }
            done &= UnitTables.decommit(unit, end - unit);
            unit = first(end, last - end);
        }
        return done;
    }

    /** Takes note that the aged units of a range have given their memory back. */
    public static void clean(long unit, long count) {
        long last = unit + count;
        while (unit < last) {
            long word = UnitTables.dirtyWord(unit);
            long bits = agedBits(unit) & UnitBits.mask(unit, last);
            Memory.putLongRelaxed(word, Memory.getLongRelaxed(word) & ~bits);
            unit = UnitBits.nextWord(unit);
        }
    }

    /** Makes the dirty units of a range young again. */
    public static void forget(long unit, long count) {
        long last = unit + count;
        while (unit < last) {
            long word = UnitTables.agedWord(unit);
            long bits = UnitBits.mask(unit, last);
            Memory.putLongRelaxed(word, Memory.getLongRelaxed(word) & ~bits);
            unit = UnitBits.nextWord(unit);
        }
    }

    private static boolean isAged(long unit) {
        return (agedBits(unit) >>> (unit & 63) & 1) != 0;
    }

    private static long dirtyBits(long unit, long last) {
        return Memory.getLongRelaxed(UnitTables.dirtyWord(unit)) & UnitBits.mask(unit, last);
    }

    private static long agedBits(long unit) {
        return Memory.getLongRelaxed(UnitTables.dirtyWord(unit))
                & Memory.getLongRelaxed(UnitTables.agedWord(unit));
    }
}
