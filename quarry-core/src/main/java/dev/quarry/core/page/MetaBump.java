package dev.quarry.core.page;

import dev.quarry.core.base.Held;
import dev.quarry.core.base.Lock;
import dev.quarry.core.base.Os;
import dev.quarry.core.tune.Geometry;

/**
 * Memory for the allocator's own state: bump allocation from a reservation of its own, opened as it
 * goes, never given back (whoever takes from it reuses what it took). What it gives is zero.
 * Lock order: this lock is the last.
 */
public final class MetaBump {
    private static final long RESERVE_BYTES = 1L << 34;
    private static final long MIN_RESERVE_BYTES = 1L << 20;
    private static final long STEP_BYTES = 1L << 16;

    private static long lockWord;

    /** All below is guarded by the lock. next <= open <= end. */
    private static long next;

    private static long open;
    private static long end;

    private MetaBump() {}

    /** Reserves the range; false when there is none. */
    public static boolean reserve(long blockBytes) {
        long bytes = RESERVE_BYTES;
        while (bytes > blockBytes >>> 4 && bytes > MIN_RESERVE_BYTES) {
            bytes >>>= 1;
        }
        long start = Os.reserve(bytes, STEP_BYTES);
        if (start == 0) {
            return false;
        }
        if (!Os.open(start, STEP_BYTES)) {
            Os.unmap(start, bytes);
            return false;
        }
        Os.adviseSmall(start, bytes);
        lockWord = start;
        Held.setOrder(lockWord, Held.METADATA);
        next = start + Geometry.LINE_BYTES;
        open = start + STEP_BYTES;
        end = start + bytes;
        return true;
    }

    public static boolean isReserved() {
        return lockWord != 0;
    }

    /**
     * The word of a lock with that place in the order: {@code known} if there is one, or a new one;
     * 0 when there are none left.
     */
    public static long makeLock(long known, long order) {
        long word = known == 0 ? allocate(Geometry.LINE_BYTES) : known;
        if (word != 0) {
            Held.setOrder(word, order);
        }
        return word;
    }

    /** Zeroed bytes that start and end on a cache line; 0 when there are none left. */
    public static long allocate(long bytes) {
        if (!Lock.acquire(lockWord)) {
            return 0;
        }
        long size = (bytes + Geometry.LINE_BYTES - 1) & -Geometry.LINE_BYTES;
        long start = 0;
        if (openFor(size)) {
            start = next;
            next += size;
        }
        Lock.release(lockWord);
        return start;
    }

    private static boolean openFor(long size) {
        long missing = next + size - open;
        if (missing <= 0) {
            return true;
        }
        long step = (missing + STEP_BYTES - 1) & -STEP_BYTES;
        if (step > end - open || !Os.open(open, step)) {
            return false;
        }
        open += step;
        return true;
    }

    /** Address of the lock, for fork. */
    public static long lockWord() {
        return lockWord;
    }
}
