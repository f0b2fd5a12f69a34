package dev.quarry.core.span;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.api.Query;
import dev.quarry.core.base.Fault;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A byte for each block, and no address beside a block's start that has the byte of a live one. */
class BlockStateTest extends CoreTest {
    static IntStream classes() {
        return IntStream.range(0, SizeClasses.COUNT);
    }

    private static Span at(long address) {
        return SpanTable.at(AddressSpace.unitOf(address));
    }

    @ParameterizedTest
    @MethodSource("classes")
    void blocksHaveBytesOfTheirOwn(int sizeClass) {
        long bytes = SizeClasses.blockBytes(sizeClass);
        long count = SizeClasses.spanBlocks(sizeClass);
        int shift = SizeClasses.stateShift(sizeClass);
        assertTrue(1L << shift <= bytes);
        Set<Long> places = new HashSet<>();
        LongStream.range(0, count).forEach(i -> places.add(i * bytes >>> shift));
        assertEquals(count, places.size());
    }

    /** While a user has it; afterwards its start is not either. */
    @ParameterizedTest
    @MethodSource("classes")
    void onlyTheStartOfABlockIsLive(int sizeClass) {
        int bytes = SizeClasses.blockBytes(sizeClass);
        long[] blocks = blocks(3, bytes);
        for (long block : blocks) {
            assertEquals(BlockState.LIVE, BlockState.of(block));
            assertEquals(bytes, Query.usableSize(block));
            for (int i = 1; i < bytes; i++) {
                assertNotEquals(BlockState.LIVE, BlockState.of(block + i), "at " + i);
            }
        }
        free(blocks);
        for (long block : blocks) {
            assertNotEquals(BlockState.LIVE, BlockState.of(block));
        }
    }

    /** By the fast path and by the slow one, whatever lies in the bytes around. */
    @ParameterizedTest
    @MethodSource("classes")
    void noOtherAddressIsFreed(int sizeClass) {
        int bytes = SizeClasses.blockBytes(sizeClass);
        long[] blocks = blocks(2, bytes);
        for (int i = 1; i < bytes; i += i < 300 ? 1 : 16) {
            assertNotEquals(Fault.NONE, Free.free(blocks[0] + i, heap), "at " + i);
        }
        assertEquals(BlockState.LIVE, BlockState.of(blocks[0]));
        free(blocks);
    }

    @Test
    void aStateIsFoundByTheSpanAndByTheHeapAlike() {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            long block = Malloc.malloc(SizeClasses.blockBytes(sizeClass), heap);
            long state = BlockState.addressOf(at(block), block);
            assertEquals(state, heap.magazine(sizeClass).stateOf(block));
            assertEquals(state, heap.stateOf(heap.ownWordOf(block), block));
            free(block);
        }
    }

    @Test
    void noTwoTablesOverlap() {
        long end = UnitTables.states(Geometry.MAX_STATE_SHIFT);
        for (int shift = Geometry.MAX_STATE_SHIFT; shift >= Geometry.MIN_STATE_SHIFT; shift--) {
            assertEquals(end, UnitTables.states(shift));
            end += UnitTables.spaceBytes() >>> shift;
        }
        assertTrue(end <= UnitTables.pendingWord(0));
    }

    @Test
    void aChangeLosesToAnother() {
        long block = Malloc.malloc(64, heap);
        Span at = at(block);
        assertTrue(BlockState.change(at, block, BlockState.LIVE, BlockState.PENDING));
        assertFalse(BlockState.change(at, block, BlockState.LIVE, BlockState.NONE));
        assertEquals(BlockState.PENDING, BlockState.of(block));
        assertTrue(BlockState.change(at, block, BlockState.PENDING, BlockState.LIVE));
        free(block);
    }
}
