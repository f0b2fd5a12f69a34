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

    /** A fork between the sending and the emptying of the place, in which the owner was quick. */
    @Test
    void aForksChildDoesNotSendAgainWhatWasUnpacked() {
        long faults = Os.reportCount(Fault.DOUBLE_FREE);
        long[] blocks = blocks((int) Parcel.BLOCKS, BYTES);
        long place = sender.outboxWords + ((heap.slot & Outbox.PLACES - 1) << 3);
        freeElsewhere(Arrays.copyOf(blocks, blocks.length - 1));
        long parcel = Memory.getLong(place);
        freeElsewhere(blocks[blocks.length - 1]);
        drain();
        Memory.putLong(place, parcel);
        Outbox.endInChild(sender);
        assertFalse(Inbox.isFilled(heap));
        assertEquals(0, Memory.getLong(place));
        drain();
        assertEquals(faults, Os.reportCount(Fault.DOUBLE_FREE));
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

    @Test
    void anOpenParcelTakesItsHeapsBlocksQuickly() {
        long[] blocks = blocks(3, BYTES);
        assertEquals(0, Outbox.putOpen(sender, blocks[0]), "none is open");
        freeElsewhere(blocks[0]);
        assertEquals(BYTES, Outbox.putOpen(sender, blocks[1]));
        assertEquals(BlockState.PENDING, BlockState.of(blocks[1]));
        freeElsewhere(blocks[2]);
        isValid();
    }

    @Test
    void theQuickWayLeavesAllElseToTheOther() {
        Heap[] owners = new Heap[Outbox.PLACES];
        Arrays.setAll(owners, i -> Registry.claim());
        long small = Malloc.malloc(BYTES, heap);
        long large = Malloc.malloc(2048, heap);
        freeElsewhere(Malloc.malloc(BYTES, heap));
        for (Heap owner : owners) {
            long block = Malloc.malloc(BYTES, owner);
            assertEquals(0, Outbox.putOpen(sender, block), "of another heap");
            assertEquals(Fault.NONE, Free.free(block, owner));
        }
        assertEquals(0, Outbox.putOpen(sender, large), "too large");
        assertEquals(0, Outbox.putOpen(sender, small + 16), "within");
        assertEquals(0, Outbox.putOpen(sender, small + 1), "between granules");
        assertEquals(0, Outbox.putOpen(sender, 0));
        free(small, large);
        assertEquals(0, Outbox.putOpen(sender, small), "free already");
        Arrays.stream(owners).forEach(Threads::release);
        isValid();
    }

    @Test
    void aMissUnpacksNoMoreParcelsThanItNeeds() {
        freeElsewhere(blocks((int) (3 * Parcel.BLOCKS), BYTES));
        heap.lock();
        MagazineSizes.empty(heap);
        heap.unlock();
        long before = heap.remoteFreeCount;
        long block = Malloc.malloc(BYTES, heap);
        assertEquals(before + Parcel.BLOCKS, heap.remoteFreeCount);
        assertTrue(Inbox.isFilled(heap));
        isValid();
        drain();
        assertEquals(before + 3 * Parcel.BLOCKS, heap.remoteFreeCount);
        assertFalse(Inbox.isFilled(heap));
        free(block);
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
