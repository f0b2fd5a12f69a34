package dev.quarry.core.tune;

/** The sizes everything is made of. Shifts first; the rest is derived. */
public final class Geometry {
    /** Smallest distance of two blocks, and the alignment of every block. */
    public static final int GRANULE_SHIFT = 4;

    public static final long GRANULE_BYTES = 1L << GRANULE_SHIFT;

    /** Blocks have a byte of state for every so many bytes at least, by its shift, and at most. */
    public static final int MIN_STATE_SHIFT = GRANULE_SHIFT;

    /** The last byte of an address tells the places below this apart, not more. */
    public static final int MAX_STATE_SHIFT = 8;

    /** A unit is the smallest buddy run. */
    public static final int UNIT_SHIFT = 16;

    public static final long UNIT_BYTES = 1L << UNIT_SHIFT;

    /** Orders of the buddy system: runs of 2^0 to 2^14 units. */
    public static final int ORDERS = 15;

    /** A chunk is the largest buddy run, 1 GiB. */
    public static final int CHUNK_SHIFT = UNIT_SHIFT + ORDERS - 1;

    public static final long CHUNK_BYTES = 1L << CHUNK_SHIFT;
    public static final long CHUNK_UNITS = 1L << (ORDERS - 1);

    /** The address space that is asked for first. */
    public static final long MAX_SPACE_BYTES = 1L << 40;

    /** The least address space that is worth having. */
    public static final long MIN_SPACE_BYTES = 1L << 22;

    /** A bitmap word covers 64 granules. */
    public static final int WORD_SHIFT = GRANULE_SHIFT + 6;

    /** Bitmap words of a unit. */
    public static final long UNIT_WORDS = 1L << (UNIT_SHIFT - WORD_SHIFT);

    /** What separate threads write is kept this far apart. */
    public static final long LINE_BYTES = 64;

    private Geometry() {}

    /** Units that hold {@code bytes} bytes. */
    public static long unitsFor(long bytes) {
        return (bytes + UNIT_BYTES - 1) >>> UNIT_SHIFT;
    }
}
