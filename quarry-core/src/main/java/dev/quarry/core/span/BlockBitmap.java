package dev.quarry.core.span;

import dev.quarry.core.base.InC;
import dev.quarry.core.tune.Geometry;

/**
 * The live bits: one per granule, set exactly while a user holds the block that starts there.
 * Written by the block's heap under its lock; another thread may read a bit while its neighbours
 * are written, which is benign: the bit of a block that this thread was given does not change.
 *
 * <p>In C one flat bitmap over the address space; here an array of each unit.
 */
public final class BlockBitmap {
    private static final int INDEX_MASK = (int) Geometry.UNIT_WORDS - 1;

    private BlockBitmap() {}

    private static int index(long address) {
        return (int) (address >>> Geometry.WORD_SHIFT) & INDEX_MASK;
    }

    /** The bit of the granule at an address within its word, of live and of pending bitmaps. */
    public static long bit(long address) {
        return 1L << (address >>> Geometry.GRANULE_SHIFT & 63);
    }

    /** Whether a user holds the block at an address of the unit described by {@code at}. */
    @InC
    public static boolean isLive(Span at, long address) {
        return (word(at, address) & bit(address)) != 0;
    }

    /** A user gets the block. */
    @InC
    public static void setLive(Span at, long block) {
        at.bits[index(block)] |= bit(block);
    }

    /** The user has given the block back. */
    @InC
    public static void clearLive(Span at, long block) {
        at.bits[index(block)] &= ~bit(block);
    }

    /** The live bits of the 64 granules around an address. */
    @InC
    public static long word(Span at, long address) {
        return at.bits[index(address)];
    }
}
