package dev.quarry.core.region;

import dev.quarry.core.base.Build;
import dev.quarry.core.base.InC;
import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Poison;

/** What becomes of a region's bytes when nobody may use them any more. */
final class Dead {
    /** What dead bytes hold in checked builds. */
    private static final byte FILLING = (byte) 0xDD;

    private Dead() {}

    /** Whether anything is done, so that release builds need not even find the bytes. */
    static boolean isMarked() {
        return Build.checked() || Poison.isOn();
    }

    /** Bytes that were used are dead from now on. */
    static void mark(long address, long bytes) {
        if (Build.checked() && bytes > 0) {
            fill(address, bytes);
        }
        Poison.freed(address, bytes);
    }

    @InC
    private static void fill(long address, long bytes) {
        Memory.segment(address, bytes).fill(FILLING);
    }
}
