package dev.quarry.core.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SizeClassesTest {
    @BeforeAll
    static void fill() {
        SizeClasses.init();
    }

    @Test
    void everySizeHasTheSmallestClassThatHoldsIt() {
        for (int bytes = 1; bytes <= SizeClasses.MAX_BYTES; bytes++) {
            int sizeClass = SizeClasses.classOf(bytes);
            assertTrue(SizeClasses.blockBytes(sizeClass) >= bytes);
            assertTrue(sizeClass == 0 || SizeClasses.blockBytes(sizeClass - 1) < bytes);
        }
    }

    @Test
    void fortyClassesFromSixteenBytesToThirtyTwoKib() {
        assertEquals(16, SizeClasses.blockBytes(0));
        assertEquals(128, SizeClasses.blockBytes(7));
        assertEquals(160, SizeClasses.blockBytes(8));
        assertEquals(256, SizeClasses.blockBytes(11));
        assertEquals(SizeClasses.MAX_BYTES, SizeClasses.blockBytes(39));
    }

    @Test
    void aSpanHasAtLeastEightBlocks() {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            long span = Geometry.UNIT_BYTES << SizeClasses.spanOrder(sizeClass);
            assertTrue(span / SizeClasses.blockBytes(sizeClass) >= SizeClasses.MIN_SPAN_BLOCKS);
        }
    }
}
