package dev.quarry.core.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.base.Fault;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.SizeClasses;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a miss looks, step by step: each test lets one step serve, and counts. */
class MissOrderTest extends CoreTest {
    private static final int BYTES = 4096;
    private static final int CLASS = SizeClasses.classOf(BYTES);
    private static final int SPAN_BLOCKS =
            (int) ((1L << 16 << SizeClasses.spanOrder(CLASS)) / BYTES);

    /** What a magazine of the class cannot take, so that the rest goes through the spans. */
    private static final int MANY = 4 * SPAN_BLOCKS;

    private Heap fresh;

    @BeforeEach
    void claimFresh() {
        fresh = Registry.claim();
        fresh.lock();
        MagazineSizes.empty(fresh);
        Give.releaseEmpty(fresh);
        fresh.unlock();
    }

    @AfterEach
    void releaseFresh() {
        Threads.release(fresh);
    }

    private long[] take(int count) {
        long[] blocks = new long[count];
        Arrays.setAll(blocks, i -> Malloc.malloc(BYTES, fresh));
        return blocks;
    }

    /** Past the magazine, whose refills may need several spans: until the current one is empty. */
    private long[] takeUntil(BooleanSupplier happened) {
        LongStream.Builder taken = LongStream.builder();
        for (int i = 0; i <= SPAN_BLOCKS && !happened.getAsBoolean(); i++) {
            fresh.lock();
            taken.add(Take.block(fresh, CLASS));
            fresh.unlock();
        }
        return taken.build().toArray();
    }

    private void giveBack(Heap by, long... blocks) {
        for (long block : blocks) {
            assertEquals(Fault.NONE, Free.free(block, by));
        }
    }

    private void emptyMagazines() {
        fresh.lock();
        MagazineSizes.empty(fresh);
        fresh.unlock();
    }

    @Test
    void lastOfAllASpanIsCut() {
        long before = fresh.cutSpans;
        long[] blocks = take(MANY);
        assertTrue(fresh.cutSpans >= before + 4);
        giveBack(fresh, blocks);
    }

    @Test
    void aRetiredSpanBeforeThat() {
        giveBack(fresh, take(MANY));
        emptyMagazines();
        long cut = fresh.cutSpans;
        long retired = fresh.retiredHits;
        long[] blocks = takeUntil(() -> fresh.retiredHits > retired);
        assertEquals(retired + 1, fresh.retiredHits);
        assertEquals(cut, fresh.cutSpans);
        giveBack(fresh, blocks);
    }

    @Test
    void aSpanWithFreeBlocksBeforeThat() {
        giveBack(fresh, take(MANY));
        long[] blocks = take(MANY);
        for (int i = 0; i < MANY; i += 2) {
            giveBack(fresh, blocks[i]);
        }
        emptyMagazines();
        long available = fresh.availableHits;
        long retired = fresh.retiredHits;
        long[] again = takeUntil(() -> fresh.availableHits > available);
        assertEquals(available + 1, fresh.availableHits);
        assertEquals(retired, fresh.retiredHits);
        giveBack(fresh, again);
        for (int i = 1; i < MANY; i += 2) {
            giveBack(fresh, blocks[i]);
        }
    }

    /** Blocks above 1 KiB are posted one by one. */
    @Test
    void anotherThreadsFreesBeforeThat() {
        long[] blocks = take(MANY);
        long cut = fresh.cutSpans;
        giveBack(heap, blocks);
        long queue = fresh.queueHits;
        long[] again = takeUntil(() -> fresh.queueHits > queue);
        assertEquals(queue + 1, fresh.queueHits);
        assertEquals(cut, fresh.cutSpans);
        giveBack(fresh, again);
    }

    @Test
    void parcelsBeforeAnySpan() {
        long[] blocks = new long[1000];
        Arrays.setAll(blocks, i -> Malloc.malloc(64, fresh));
        Magazine magazine = fresh.magazine(SizeClasses.classOf(64));
        giveBack(heap, blocks);
        Outbox.sendAll(heap);
        long before = fresh.parcelHits;
        long[] drained = new long[(int) magazine.count() + 1];
        Arrays.setAll(drained, i -> Malloc.malloc(64, fresh));
        assertEquals(before + 1, fresh.parcelHits);
        giveBack(fresh, drained);
    }

    @Test
    void theReserveFirst() {
        long[] blocks = new long[1000];
        Arrays.setAll(blocks, i -> Malloc.malloc(64, fresh));
        giveBack(fresh, blocks);
        Magazine magazine = fresh.magazine(SizeClasses.classOf(64));
        assertTrue(magazine.reserveCount > 0);
        long before = fresh.reserveHits;
        long[] again = new long[(int) magazine.count() + 1];
        Arrays.setAll(again, i -> Malloc.malloc(64, fresh));
        assertEquals(before + 1, fresh.reserveHits);
        giveBack(fresh, again);
    }
}
