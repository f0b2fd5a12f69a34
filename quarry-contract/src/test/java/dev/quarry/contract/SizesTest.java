package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every alignment from 1 to 8192 with sizes from 1 B to 2 MiB, and some far above. */
class SizesTest extends Contract {
    private static final int LARGEST_SHIFT = 21;
    private static final long LARGE_ALIGNED_BYTES = 100_000;

    /** The powers of two from 1 B to 2 MiB, and what lies next to them and half-way. */
    private static LongStream sizes() {
        return LongStream.rangeClosed(0, LARGEST_SHIFT)
                .map(shift -> 1L << shift)
                .flatMap(power -> LongStream.of(power - 1, power, power + 1, power + power / 2))
                .filter(bytes -> bytes >= 1 && bytes <= 1 << LARGEST_SHIFT)
                .distinct();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192})
    void aligned(int alignment) {
        sizes().forEach(bytes -> blocks.aligned(alignment, bytes));
        blocks.check();
        blocks.freeAll();
    }

    @Test
    void unaligned() {
        sizes().forEach(blocks::malloc);
        sizes().forEach(bytes -> blocks.calloc(1, bytes));
        blocks.check();
    }

    /** Several of one kind, so that the alignment is not the first block's luck. */
    @Test
    void manyOfOneAlignment() {
        for (long alignment = 32; alignment <= 8192; alignment <<= 1) {
            for (int i = 0; i < 40; i++) {
                blocks.aligned(alignment, 1 + i * alignment / 16);
            }
        }
        blocks.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {14, 15, 16, 17, 18, 20, 21, 22, 24, 26})
    void alignedFarBeyondAPage(int shift) {
        blocks.aligned(1L << shift, 1);
        blocks.aligned(1L << shift, LARGE_ALIGNED_BYTES);
        blocks.check();
    }

    /** The usable size of a block is that of an unaligned one: no space is lost before it. */
    @Test
    void alignmentsThatTheClassHasAnywayCostNothing() {
        for (long bytes = 4096; bytes <= 32 << 10; bytes <<= 1) {
            long plain = blocks.usableBytes(blocks.malloc(bytes));
            assertEquals(plain, blocks.usableBytes(blocks.aligned(4096, bytes)));
        }
    }

    @Test
    void alignmentsThatAreNoPowersOfTwoAreRefused() {
        for (long alignment : new long[] {0, 3, 6, 24, 48, 4097, -1, -16, Long.MAX_VALUE}) {
            assertEquals(0, life.alignedAlloc(alignment, 100), () -> "alignment " + alignment);
            assertEquals(Life.EINVAL, life.lastError(), () -> "alignment " + alignment);
        }
    }
}
