package dev.quarry.contract;

import dev.quarry.MisuseException;
import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.Quarry;
import dev.quarry.core.base.Os;
import dev.quarry.core.verify.Stats;
import dev.quarry.core.verify.Verify;
import java.util.function.LongSupplier;

/**
 * The same core on HotSpot, behind {@link Quarry}. Exceptions become what C says: 0 and an error
 * number. Faults are counted where the core counts them, so that those are seen too which are found
 * when no caller is left to be told.
 */
final class JvmLife implements Life {
    private static final ThreadLocal<Integer> LAST_ERROR = ThreadLocal.withInitial(() -> 0);

    /** Starts Quarry, whose start tries its paths out, wrong use included. */
    JvmLife() {
        Quarry.free(0);
    }

    /** A negative size is 2^63 or more to C: more than there is. */
    private static long orZero(LongSupplier call, int errorOfBadArgument) {
        LAST_ERROR.set(0);
        try {
            return call.getAsLong();
        } catch (OutOfNativeMemoryError e) {
            LAST_ERROR.set(ENOMEM);
        } catch (MisuseException e) {
            LAST_ERROR.set(EINVAL);
        } catch (IllegalArgumentException e) {
            LAST_ERROR.set(errorOfBadArgument);
        }
        return 0;
    }

    private static long orZero(LongSupplier call) {
        return orZero(call, ENOMEM);
    }

    @Override
    public long malloc(long bytes) {
        return orZero(() -> Quarry.malloc(bytes));
    }

    @Override
    public long calloc(long count, long bytes) {
        return orZero(() -> Quarry.calloc(count, bytes));
    }

    @Override
    public long realloc(long block, long bytes) {
        return orZero(() -> Quarry.realloc(block, bytes));
    }

    @Override
    public long alignedAlloc(long alignment, long bytes) {
        boolean isPowerOfTwo = Long.bitCount(alignment) == 1;
        return orZero(
                () -> Quarry.alignedAlloc(alignment, bytes), isPowerOfTwo ? ENOMEM : EINVAL);
    }

    @Override
    public void free(long block) {
        orZero(() -> {
            Quarry.free(block);
            return 0;
        });
    }

    @Override
    public long usableSize(long block) {
        return orZero(() -> Quarry.usableSize(block));
    }

    @Override
    public boolean owns(long address) {
        return Quarry.owns(address);
    }

    @Override
    public void trim() {
        Quarry.trim();
    }

    @Override
    public int lastError() {
        return LAST_ERROR.get();
    }

    @Override
    public long faultCount(Fault kind) {
        if (kind != Fault.NONE) {
            return Os.reportCount(kind.ordinal());
        }
        long sum = 0;
        for (int each = 1; each < dev.quarry.core.base.Fault.KINDS; each++) {
            sum += Os.reportCount(each);
        }
        return sum;
    }

    @Override
    public long verify() {
        return Verify.all();
    }

    @Override
    public Census census() {
        long[] blocks = new long[Census.CLASSES + 1];
        for (int i = 0; i < Census.CLASSES; i++) {
            blocks[i] = dev.quarry.core.verify.Census.liveBlocks(i);
        }
        blocks[Census.CLASSES] =
                dev.quarry.core.verify.Census.liveBlocks(
                        dev.quarry.core.verify.Census.LARGE_CLASS);
        return new Census(blocks);
    }

    @Override
    public Books books() {
        boolean isBooted = Stats.collect();
        return isBooted
                ? new Books(
                        Stats.liveBlocks,
                        Stats.liveBytes,
                        Stats.committedBytes,
                        Stats.retainedBytes + Stats.wastedBytes)
                : new Books(0, 0, 0, 0);
    }

    @Override
    public String toString() {
        return "jvm";
    }
}
