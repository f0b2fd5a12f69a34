package dev.quarry.core.verify;

import dev.quarry.core.central.LargeSource;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.tune.Geometry;

/**
 * What no heap has: large blocks and free runs, as they were at the last {@link #collect}. All at
 * one moment.
 */
public final class SharedBooks {
    /** Large blocks handed out since the start. */
    public static long mallocCount;

    /** Large blocks taken back since the start. */
    public static long freeCount;

    /** Bytes of large blocks that users hold, whole pages each. */
    public static long largeBytes;

    /** Bytes of their last units behind them. */
    public static long wastedBytes;

    /** Bytes of free runs whose memory has not gone back to the kernel. */
    public static long freeRunBytes;

    /** Bytes of freed large blocks whose memory is going back now. */
    public static long leavingBytes;

    private SharedBooks() {}

    /** Writes them. */
    public static void collect() {
        boolean isMine = Buddy.lock();
        mallocCount = LargeSource.mallocCount;
        freeCount = LargeSource.freeCount;
        largeBytes = LargeSource.liveBytes;
        wastedBytes = (LargeSource.usedUnits << Geometry.UNIT_SHIFT) - largeBytes;
        long freeUnits = Buddy.dirtyUnits() + LargeSource.dirtySlackUnits;
        freeRunBytes = freeUnits << Geometry.UNIT_SHIFT;
        leavingBytes = LargeSource.leavingUnits << Geometry.UNIT_SHIFT;
        if (isMine) {
            Buddy.unlock();
        }
    }
}
