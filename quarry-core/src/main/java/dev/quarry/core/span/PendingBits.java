package dev.quarry.core.span;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.tune.Geometry;

/**
 * The pending bits: one per granule, set by the thread that frees another heap's block, taken up by
 * that heap. Raw words on both lives, changed by read-modify-write only.
 */
public final class PendingBits {
    private PendingBits() {}

    private static long bit(long address) {
        return 1L << (address >>> Geometry.GRANULE_SHIFT & 63);
    }

    private static long wordOf(long address) {
        return UnitTables.pendingWord(AddressSpace.offsetOf(address));
    }

    /** Sets the block's bit; false when it was set already. Sequentially consistent. */
    public static boolean post(long block) {
        return (Memory.fetchOrLong(wordOf(block), bit(block)) & bit(block)) == 0;
    }

    /** Whether the block's bit is set. */
    public static boolean isSet(long block) {
        return (Memory.getLongRelaxed(wordOf(block)) & bit(block)) != 0;
    }

    /** The pending bits of the 64 granules from an address on, as they are. */
    public static long word(long address) {
        return Memory.getLongRelaxed(wordOf(address));
    }

    /** Takes up the pending bits of the 64 granules from an address on. */
    public static long take(long address) {
        long word = wordOf(address);
        return Memory.getLongRelaxed(word) == 0 ? 0 : Memory.exchangeLong(word, 0);
    }

    /** The block of the lowest of the bits taken up from an address on. */
    public static long lowest(long address, long bits) {
        return address + ((long) Memory.trailingZeros(bits) << Geometry.GRANULE_SHIFT);
    }

    /** Counts and drops what wrong frees may have left in a run that is about to be cut anew. */
    public static void clear(long address, long bytes) {
        long word = wordOf(address);
        for (long at = 0; at < bytes; at += 1L << Geometry.WORD_SHIFT) {
            if (Memory.getLongRelaxed(word) != 0) {
                refuse(address + at);
            }
            word += Long.BYTES;
        }
    }

    private static void refuse(long address) {
        long bits = take(address);
        while (bits != 0) {
            Fault.raise(Fault.DOUBLE_FREE, lowest(address, bits));
            bits &= bits - 1;
        }
    }
}
