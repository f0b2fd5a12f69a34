package dev.quarry.core.span;

import dev.quarry.core.base.InC;

/**
 * Tells tools which bytes are dead. Nothing on HotSpot and in the plain library; sanitizer builds
 * give the bodies. Asked on both paths.
 */
@InC
public final class Poison {
    private Poison() {}

    /** The block's bytes are the user's from now on. */
    public static void allocated(long block, long bytes) {}

    /** The block's bytes are dead from now on. */
    public static void freed(long block, long bytes) {}
}
