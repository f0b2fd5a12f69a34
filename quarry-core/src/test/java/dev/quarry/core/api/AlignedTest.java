package dev.quarry.core.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.tune.SizeClasses;
import dev.quarry.core.verify.Verify;
import org.junit.jupiter.api.Test;

/** The class found by rounding up is aligned, and the smallest that is. */
class AlignedTest {
    @Test
    void everySizeAtEveryAlignment() {
        assertTrue(Boot.boot());
        Heap heap = Registry.claim();
        for (long alignment = 1; alignment <= 64 << 10; alignment <<= 1) {
            for (long bytes = 0; bytes <= 40_000; bytes += bytes < 2100 ? 1 : 677) {
                long block = Aligned.alignedAlloc(alignment, bytes, heap);
                assertEquals(0, block & alignment - 1);
                long usable = Query.usableSize(block);
                assertTrue(usable >= bytes && usable > 0);
                if (bytes > 0 && bytes <= SizeClasses.MAX_BYTES
                        && alignment <= SizeClasses.MAX_BYTES) {
                    assertEquals(smallest(alignment, bytes), usable);
                }
                Free.free(block, heap);
            }
        }
        Registry.release(heap);
        assertEquals(0, Verify.all());
    }

    private static long smallest(long alignment, long bytes) {
        int sizeClass = 0;
        while (SizeClasses.blockBytes(sizeClass) < bytes
                || (SizeClasses.blockBytes(sizeClass) & alignment - 1) != 0) {
            sizeClass++;
        }
        return SizeClasses.blockBytes(sizeClass);
    }

    @Test
    void sizesNearTheEndOfNumbersDoNotWrap() {
        assertTrue(Boot.boot());
        Heap heap = Registry.claim();
        long[] sizes = {-1, -63, -64, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 47};
        for (long bytes : sizes) {
            for (int shift = 0; shift < 64; shift++) {
                assertEquals(0, Aligned.alignedAlloc(1L << shift, bytes, heap));
            }
        }
        assertEquals(0, Aligned.alignedAlloc(Long.MIN_VALUE, 1, heap));
        assertEquals(0, Aligned.alignedAlloc(1L << 62, 0, heap));
        Registry.release(heap);
    }
}
