package dev.quarry.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.child.Checks;
import dev.quarry.stats.Statistics;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits, in a tree: app (8 MiB) with cache and index in it. */
class LimitsTest {
    private static final long MIB = 1 << 20;

    private long heldBefore;
    private Heap app;
    private Heap cache;
    private Heap index;

    @BeforeEach
    void open() {
        heldBefore = Statistics.take().liveBlocks();
        app = Heap.open(HeapOptions.named("app").withLimit(8 * MIB));
        cache = Heap.open(HeapOptions.named("cache").within(app));
        index = Heap.open(HeapOptions.named("index").within(app).withLimit(6 * MIB));
    }

    @AfterEach
    void nothingIsLeft() {
        cache.close();
        index.close();
        app.close();
        Checks.atRest(heldBefore);
    }

    private static HeapLimitError refused(Heap heap, long bytes) {
        long used = heap.used();
        HeapLimitError error = assertThrows(HeapLimitError.class, () -> heap.malloc(bytes));
        assertEquals(used, heap.used());
        assertEquals(bytes, error.bytes());
        assertEquals(heap.path(), error.heap());
        return error;
    }

    @Test
    void aHeapsOwnLimitHolds() {
        index.malloc(5 * MIB);
        HeapLimitError error = refused(index, 2 * MIB);
        assertEquals("app/index", error.refusedBy());
        assertEquals(6 * MIB, error.limit());
        assertEquals(5 * MIB, error.used());
        assertEquals(List.of(new HeapUse("index", 5 * MIB)), error.users());
        assertEquals(
                "no native memory for 2097152 bytes in app/index: the limit of app/index is 6 MiB,"
                        + " and 5 MiB are used by index 5 MiB",
                error.getMessage());
        index.malloc(MIB);
        assertEquals(0, index.headroom());
        assertEquals(2 * MIB, cache.headroom());
    }

    @Test
    void aParentsLimitHoldsForAllWithinIt() {
        index.malloc(4 * MIB);
        cache.malloc(5 * MIB / 2);
        app.malloc(MIB);
        HeapLimitError error = refused(cache, MIB);
        assertEquals("app", error.refusedBy());
        assertEquals(
                "no native memory for 1048576 bytes in app/cache: the limit of app is 8 MiB,"
                        + " and 7.5 MiB are used by index 4 MiB, cache 2.5 MiB, app 1 MiB",
                error.getMessage());
        assertEquals(
                List.of("index", "cache", "app"),
                error.users().stream().map(HeapUse::name).toList());
        cache.malloc(MIB / 2);
        assertEquals(8 * MIB, app.used());
        assertEquals(0, cache.headroom());
    }

    /** The block would fit, but not the run of 64 KiB that it needs. */
    @Test
    void aLimitThatHasNoRoomForARunIsNamed() {
        app.setLimit(100 << 10);
        cache.malloc(1);
        assertEquals(36 << 10, cache.headroom());
        assertEquals("app", refused(cache, 5000).refusedBy());
    }

    /** Small blocks too, however many; and those freed make room again. */
    @Test
    void smallBlocksMeetTheLimit() {
        int count = 0;
        long[] blocks = new long[200_000];
        try {
            while (true) {
                blocks[count] = index.malloc(100);
                count++;
            }
        } catch (HeapLimitError e) {
            assertEquals("app/index", e.refusedBy());
        }
        assertTrue(count * 112L > 55 * MIB / 10 && count * 112L <= 6 * MIB, "blocks: " + count);
        assertTrue(index.used() <= 6 * MIB && index.used() > 59 * MIB / 10);
        for (int i = 0; i < count; i++) {
            index.free(blocks[i]);
        }
        index.free(index.malloc(6 * MIB));
        assertEquals(6 * MIB, index.peak());
    }

    /** What is freed in small blocks is there for other sizes, and for other heaps. */
    @Test
    void emptyRunsAreGivenUpForOthers() {
        for (int round = 0; round < 3; round++) {
            for (int bytes = 16; bytes <= 32 << 10; bytes *= 2) {
                Heap heap = round % 2 == 0 ? index : cache;
                long[] blocks = new long[(int) (5 * MIB / bytes)];
                for (int i = 0; i < blocks.length; i++) {
                    blocks[i] = heap.malloc(bytes);
                }
                for (long block : blocks) {
                    heap.free(block);
                }
            }
        }
        app.malloc(8 * MIB);
    }

    @Test
    void reallocIsRefusedAndTheBlockStays() {
        long block = index.malloc(4 * MIB);
        HeapLimitError error =
                assertThrows(HeapLimitError.class, () -> index.realloc(block, 7 * MIB));
        assertEquals("app/index", error.refusedBy());
        assertEquals(4 * MIB, index.usableSize(block));
        assertThrows(HeapLimitError.class, () -> index.calloc(7, MIB));
        assertThrows(HeapLimitError.class, () -> index.alignedAlloc(4096, 7 * MIB));
        assertThrows(HeapLimitError.class, () -> index.allocate(7 * MIB, 8));
    }

    @Test
    void whatNoMemoryHasIsNoLimitsFault() {
        OutOfNativeMemoryError error =
                assertThrows(OutOfNativeMemoryError.class, () -> cache.malloc(1L << 60));
        assertEquals("no native memory for 1152921504606846976 bytes", error.getMessage());
        assertThrows(OutOfNativeMemoryError.class, () -> cache.calloc(1L << 40, 1L << 40));
    }

    @Test
    void aReservationIsKept() {
        try (Heap kept = Heap.open(HeapOptions.named("kept").within(app)
                .withReservation(3 * MIB))) {
            assertEquals(3 * MIB, kept.reservation());
            assertEquals(3 * MIB, app.used());
            HeapLimitError error = refused(cache, 6 * MIB);
            assertEquals(List.of(new HeapUse("kept", 3 * MIB)), error.users());
            cache.malloc(5 * MIB);
            assertEquals(0, cache.headroom());
            assertEquals(3 * MIB, kept.headroom());
            kept.malloc(3 * MIB);
            refused(kept, 1);
        }
        assertEquals(3 * MIB, cache.headroom());
    }

    @Test
    void aReservationThatDoesNotFitIsRefused() {
        cache.malloc(6 * MIB);
        HeapOptions wanted = HeapOptions.named("late").within(app).withReservation(3 * MIB);
        HeapLimitError error = assertThrows(HeapLimitError.class, () -> Heap.open(wanted));
        assertEquals("app/late", error.heap());
        assertEquals("app", error.refusedBy());
        assertEquals(3 * MIB, error.bytes());
        assertEquals(2, app.children().size());
    }

    @Test
    void aLimitCanBeSet() {
        cache.malloc(4 * MIB);
        app.setLimit(5 * MIB);
        assertEquals(5 * MIB, app.limit());
        assertEquals(MIB, cache.headroom());
        app.setLimit(2 * MIB);
        assertEquals(0, cache.headroom());
        refused(cache, 1);
        app.setLimit(HeapOptions.NO_LIMIT);
        assertEquals(HeapOptions.NO_LIMIT, cache.headroom());
        cache.malloc(20 * MIB);
        assertThrows(IllegalArgumentException.class, () -> app.setLimit(-1));
    }

    @Test
    void manyUsersAreCutShort() {
        Heap[] parts = new Heap[8];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = Heap.open(HeapOptions.named("part" + i).within(app));
            parts[i].malloc((i + 1) * MIB / 8);
        }
        HeapLimitError error = refused(index, 4 * MIB);
        assertTrue(
                error.getMessage().endsWith(
                        "and 4.5 MiB are used by part7 1 MiB, part6 896 KiB, part5 768 KiB,"
                                + " part4 640 KiB, part3 512 KiB and 3 more"),
                error::getMessage);
        assertEquals(8, error.users().size());
        for (Heap part : parts) {
            part.close();
        }
    }

    @Test
    void theErrorCanBeSent() throws Exception {
        HeapLimitError error = refused(index, 7 * MIB);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(error);
        HeapLimitError copy = (HeapLimitError) new ObjectInputStream(
                new ByteArrayInputStream(bytes.toByteArray())).readObject();
        assertEquals(error.getMessage(), copy.getMessage());
        assertEquals("app/index", copy.refusedBy());
        assertEquals(List.of(), copy.users());
    }
}
