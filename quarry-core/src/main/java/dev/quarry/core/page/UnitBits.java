package dev.quarry.core.page;

/** The words of a bitmap with one bit per unit, over a range. */
final class UnitBits {
    private UnitBits() {}

    /** The bits, in the word of {@code unit}, of those from it on below {@code last}. */
    static long mask(long unit, long last) {
        long here = 64 - (unit & 63);
        long bits = here > last - unit ? (1L << (last - unit)) - 1 : -1L;
        return bits << (unit & 63);
    }

    /** The first unit of the word after a unit's. */
    static long nextWord(long unit) {
        return (unit & -64) + 64;
    }
}
