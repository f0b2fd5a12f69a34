package dev.quarry.core.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.span.Span;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is left of a span when it has gone back: nothing, whatever the size of its blocks. */
class StatesOfSpansTest extends CoreTest {
    static IntStream classes() {
        return IntStream.range(0, SizeClasses.COUNT);
    }

    private static Span taken(int sizeClass) {
        Span span = SpanSource.take(sizeClass, 0);
        assertNotNull(span);
        return span;
    }

    @ParameterizedTest
    @MethodSource("classes")
    void noGranuleHasAState(int sizeClass) {
        Span span = taken(sizeClass);
        long start = span.firstBlock;
        long bytes = span.runBytes();
        for (long block = span.carve(); block != 0; block = span.carve()) {
            BlockState.set(block, BlockState.FREE);
            span.liveCount--;
            span.freeCount++;
        }
        assertTrue(SpanSource.give(span, 0));
        for (long at = start; at < start + bytes; at += 1L << Geometry.GRANULE_SHIFT) {
            assertEquals(BlockState.NONE, BlockState.of(at), "at " + (at - start));
        }
    }

    @ParameterizedTest
    @MethodSource("classes")
    void aBitThatAWrongFreeLeftIsDropped(int sizeClass) {
        Span span = taken(sizeClass);
        long start = span.firstBlock;
        long last = start + span.runBytes() - (1L << Geometry.GRANULE_SHIFT);
        assertTrue(SpanSource.give(span, 0));
        PendingBits.post(start);
        PendingBits.post(last);
        span = taken(sizeClass);
        assertEquals(start, span.firstBlock);
        long lastWord = last & -(1L << Geometry.WORD_SHIFT);
        assertEquals(0, PendingBits.word(start) | PendingBits.word(lastWord));
        assertTrue(SpanSource.give(span, 0));
    }
}
