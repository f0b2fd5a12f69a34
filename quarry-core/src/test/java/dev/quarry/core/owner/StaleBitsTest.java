package dev.quarry.core.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.api.Trim;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Os;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import org.junit.jupiter.api.Test;

/** Each wrong free that lost its race is counted once, also when its span is gone by then. */
class StaleBitsTest extends CoreTest {
    private static final long BYTES = 24 << 10;

    private static long doubleFrees() {
        return Os.reportCount(Fault.DOUBLE_FREE);
    }

    /** A block whose span has gone back, with the bit that a sender set too late. */
    private long staleBlock() {
        long[] blocks = blocks(100, BYTES);
        free(blocks);
        Trim.trim(heap);
        long block = blocks[50];
        assertNull(SpanTable.at(AddressSpace.unitOf(block)).owner);
        PendingBits.post(block);
        return block;
    }

    private void drain() {
        heap.lock();
        RemoteFrees.drain(heap);
        heap.unlock();
    }

    @Test
    void inARunThatIsNobodys() {
        long before = doubleFrees();
        long block = staleBlock();
        RemoteFrees.queue(heap, SpanTable.at(AddressSpace.unitOf(block)).headUnit);
        drain();
        assertEquals(before + 1, doubleFrees());
        assertFalse(PendingBits.isSet(block));
    }

    @Test
    void inARunThatIsCutAnew() {
        long before = doubleFrees();
        long block = staleBlock();
        long[] blocks = blocks(10_000, BYTES);
        assertEquals(before + 1, doubleFrees());
        assertFalse(PendingBits.isSet(block));
        free(blocks);
    }

    /** Between the look at the owner and at the bits the run was cut and a block freed rightly. */
    @Test
    void theBitOfTheNextOwnersBlockGoesBackToIt() {
        Heap next = Registry.claim();
        long before = doubleFrees();
        long block = Malloc.malloc(BYTES, next);
        Span span = SpanTable.at(AddressSpace.unitOf(block)).head();
        BlockState.set(block, BlockState.PENDING);
        PendingBits.post(block);
        Take.setOwner(span, null);
        RemoteFrees.queue(heap, span.headUnit);
        drain();
        Take.setOwner(span, next);
        assertEquals(before, doubleFrees());
        assertTrue(PendingBits.isSet(block));
        RemoteFrees.queue(next, span.headUnit);
        next.lock();
        RemoteFrees.drain(next);
        next.unlock();
        assertEquals(BlockState.FREE, BlockState.of(block));
        Registry.release(next);
    }
}
