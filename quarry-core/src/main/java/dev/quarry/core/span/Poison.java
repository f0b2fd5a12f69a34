package dev.quarry.core.span;

import dev.quarry.core.base.InC;

/**
 * Tells tools which bytes are dead. Nothing on HotSpot and in the plain library; builds for
 * AddressSanitizer and for Valgrind give the bodies. Plain blocks are marked by the C face, which
 * knows how many bytes were asked for; regions mark their own.
 */
@InC
public final class Poison {
    private Poison() {}

    /** Whether anything is marked. */
    public static boolean isOn() {
        return false;
    }

    /** Dead bytes to leave behind each block, so that a write past its end meets them. */
    public static long gapBytes() {
        return 0;
    }

    /** The block's bytes are the user's from now on. */
    public static void allocated(long block, long bytes) {}

    /** The block's bytes are dead from now on. */
    public static void freed(long block, long bytes) {}

    /** The bytes are the allocator's own from now on: nothing is reported of them. */
    public static void own(long block, long bytes) {}
}
