package dev.quarry.core.region;

import dev.quarry.core.base.Memory;

/**
 * The preconditions of the strict interface, as values. Checked builds ask; release builds have
 * none of this.
 */
public final class Strict {
    public static final int NONE = 0;
    /** A size is 0. */
    public static final int EMPTY = 1;
    /** The alignment is no power of two. */
    public static final int ALIGNMENT = 2;
    /** The size, rounded up to the alignment, is more than 2^63 - 1. */
    public static final int TOO_LARGE = 3;
    /** The pointer is not of the strict interface, or was given back. */
    public static final int UNKNOWN = 4;
    /** The block was allocated with another size. */
    public static final int OTHER_SIZE = 5;
    /** The block was allocated with another alignment. */
    public static final int OTHER_ALIGNMENT = 6;

    private Strict() {}

    /** Which precondition a layout breaks, or NONE. */
    public static int problemOf(long bytes, long alignment) {
        if (bytes == 0) {
            return EMPTY;
        }
        if (alignment == 0 || (alignment & alignment - 1) != 0) {
            return ALIGNMENT;
        }
        return Memory.isBelow(Long.MAX_VALUE - (alignment - 1), bytes) ? TOO_LARGE : NONE;
    }
}
