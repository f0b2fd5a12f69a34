package dev.quarry.contract;

import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.strict.StrictAllocator;
import java.util.function.LongSupplier;

/** {@link StrictAllocator} on Quarry. */
final class JvmStrict implements StrictCalls {
    private static long orZero(LongSupplier call) {
        try {
            return call.getAsLong();
        } catch (OutOfNativeMemoryError e) {
            return 0;
        }
    }

    @Override
    public long alloc(long bytes, long alignment) {
        return orZero(() -> StrictAllocator.alloc(bytes, alignment));
    }

    @Override
    public long allocZeroed(long bytes, long alignment) {
        return orZero(() -> StrictAllocator.allocZeroed(bytes, alignment));
    }

    @Override
    public void dealloc(long block, long bytes, long alignment) {
        StrictAllocator.dealloc(block, bytes, alignment);
    }

    @Override
    public long resize(long block, long bytes, long alignment, long newBytes) {
        return orZero(() -> StrictAllocator.realloc(block, bytes, alignment, newBytes));
    }
}
