package dev.quarry.core.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.api.Query;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Os;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.tune.SizeClasses;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks freed by another thread travel in parcels; none is lost, doubled or kept for long. */
class OutboxTest extends CoreTest {
    private static final int BYTES = 48;
    private static final int CLASS = SizeClasses.classOf(BYTES);

    private Heap sender;

    @BeforeEach
    void claim() {
        sender = Registry.claim();
        drain();
    }

    @AfterEach
    void release() {
        Threads.release(sender);
    }

    private void freeElsewhere(long... blocks) {
        for (long block : blocks) {
            assertEquals(Fault.NONE, Free.free(block, sender));
            assertEquals(BlockState.PENDING, BlockState.of(block));
        }
    }

    private void drain() {
        heap.lock();
        RemoteFrees.drainAll(heap);
        heap.unlock();
    }

    @Test
    void aFullParcelIsSent() {
        long before = live(CLASS);
        long[] blocks = blocks((int) Parcel.BLOCKS, BYTES);
        freeElsewhere(Arrays.copyOf(blocks, blocks.length - 1));
        assertFalse(Inbox.isFilled(heap));
        freeElsewhere(blocks[blocks.length - 1]);
        assertTrue(Inbox.isFilled(heap));
        assertEquals(before, live(CLASS), "a block on its way is nobody's");
        isValid();
    }

    @Test
    void aParcelOfLargerBlocksIsSentByItsBytes() {
        long[] blocks = blocks(8, 1024);
        freeElsewhere(Arrays.copyOf(blocks, 7));
        assertFalse(Inbox.isFilled(heap));
        freeElsewhere(blocks[7]);
        assertTrue(Inbox.isFilled(heap));
    }

    @Test
    void whatIsSentServesTheOwnersNextMisses() {
        long[] blocks = blocks(500, BYTES);
        freeElsewhere(blocks);
        Outbox.sendAll(sender);
        Set<Long> again = new HashSet<>();
        long[] next = blocks(800, BYTES);
        Arrays.stream(next).forEach(again::add);
        assertEquals(next.length, again.size(), "none handed out twice");
        assertTrue(Arrays.stream(blocks).allMatch(again::contains));
        free(next);
    }

    @Test
    void aSecondFreeIsRefusedByAll() {
        long[] blocks = blocks(3, BYTES);
        freeElsewhere(blocks);
        Heap third = Registry.claim();
        assertEquals(Fault.DOUBLE_FREE, Free.free(blocks[0], sender));
        assertEquals(Fault.DOUBLE_FREE, Free.free(blocks[1], third));
        assertEquals(Fault.DOUBLE_FREE, Free.free(blocks[2], heap));
        Outbox.sendAll(sender);
        drain();
        assertEquals(BlockState.FREE, BlockState.of(blocks[0]));
        assertEquals(Fault.DOUBLE_FREE, Free.free(blocks[0], sender));
        Registry.release(third);
    }

    @Test
    void anEndingThreadSendsWhatItHas() {
        Heap ending = Registry.claim();
        long block = Malloc.malloc(BYTES, heap);
        assertEquals(Fault.NONE, Free.free(block, ending));
        assertFalse(Inbox.isFilled(heap));
        Threads.release(ending);
        assertTrue(Inbox.isFilled(heap));
    }

    @Test
    void ownersThatShareAPlaceAreServedInTurn() {
        Heap[] owners = new Heap[3 * Outbox.PLACES];
        Arrays.setAll(owners, i -> Registry.claim());
        long faults = Os.reportCount(Fault.DOUBLE_FREE);
        for (int round = 0; round < 200; round++) {
            for (Heap owner : owners) {
                assertEquals(Fault.NONE, Free.free(Malloc.malloc(BYTES, owner), sender));
            }
        }
        isValid();
        Outbox.sendAll(sender);
        long before = live(CLASS);
        for (Heap owner : owners) {
            Threads.release(owner);
        }
        assertEquals(before, live(CLASS));
        assertEquals(faults, Os.reportCount(Fault.DOUBLE_FREE));
    }

    /** What a sender may hold back: a few parcels' bytes, whatever it frees. */
    @Test
    void littleIsHeldBack() {
        for (int bytes = 16; bytes <= SizeClasses.MAX_BYTES; bytes *= 2) {
            freeElsewhere(blocks(1000, bytes));
        }
        drain();
        long held = 0;
        for (int place = 0; place < Outbox.PLACES; place++) {
            held += heldBytes(place);
        }
        assertTrue(held <= Outbox.PLACES * Parcel.FULL_BYTES, "holds " + held);
    }

    private long heldBytes(int place) {
        long parcel = Memory.getLong(sender.outboxWords + 8L * place);
        long bytes = 0;
        for (long i = 0; parcel != 0 && i < Parcel.count(parcel); i++) {
            bytes += Query.usableSize(Parcel.block(parcel, i));
        }
        return bytes;
    }
}
