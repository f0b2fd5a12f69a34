package dev.quarry.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.child.Checks;
import dev.quarry.stats.Statistics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Listeners at 80 % of app's limit, which is 10 MiB; most requests are of a heap within it. */
class ThresholdTest {
    private static final long MIB = 1 << 20;

    private long heldBefore;
    private Heap app;
    private Heap cache;
    private final Deque<Long> cached = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void open() {
        heldBefore = Statistics.take().liveBlocks();
        app = Heap.open(HeapOptions.named("app").withLimit(10 * MIB));
        cache = Heap.open(HeapOptions.named("cache").within(app));
        app.addThreshold(Threshold.of(80), this::note);
    }

    @AfterEach
    void nothingIsLeft() {
        cache.close();
        app.close();
        Checks.atRest(heldBefore);
    }

    private void note(Heap heap, Threshold threshold) {
        told.add(heap + " " + threshold.percent());
    }

    private void allocate(int megabytes) {
        for (int i = 0; i < megabytes; i++) {
            cached.add(cache.malloc(MIB));
        }
    }

    private void free(int megabytes) {
        for (int i = 0; i < megabytes; i++) {
            cache.free(cached.remove());
        }
    }

    @Test
    void aRiseIsToldOnceAndBeforeTheLimitIsHit() {
        allocate(7);
        assertEquals(List.of(), told);
        allocate(1);
        assertEquals(List.of("app 80"), told);
        allocate(2);
        assertEquals(List.of("app 80"), told);
    }

    @Test
    void itIsToldAgainOnlyAfterAFallBelowTheLowerMark() {
        allocate(8);
        free(1);
        allocate(1);
        assertEquals(1, told.size()); // 70 % is not below 70 %.
        free(2);
        allocate(2);
        assertEquals(2, told.size());
    }

    @Test
    void aFallThatNoRequestHasSeenCounts() {
        allocate(9);
        free(9);
        cached.add(cache.malloc(9 * MIB));
        assertEquals(2, told.size());
    }

    @Test
    void allKindsOfRequestsTell() {
        long least = app.malloc(7 * MIB);
        List<Runnable> requests = List.of(
                () -> app.free(app.malloc(2 * MIB)),
                () -> app.free(app.calloc(2, MIB)),
                () -> app.free(app.alignedAlloc(4096, 2 * MIB)),
                () -> app.free(app.realloc(app.malloc(MIB / 2), 2 * MIB)),
                () -> app.free(app.allocate(2 * MIB)),
                () -> Heap.open(HeapOptions.named("kept").within(app).withReservation(2 * MIB))
                        .close());
        app.addThreshold(new Threshold(80, 80), (_, _) -> told.add("again"));
        for (int i = 0; i < requests.size(); i++) {
            requests.get(i).run();
            assertEquals(i + 1, told.stream().filter("again"::equals).count(), "request " + i);
        }
        app.free(least);
    }

    @Test
    void eachHeapAndEachThresholdTellsOfItself() {
        cache.setLimit(4 * MIB);
        cache.addThreshold(Threshold.of(50), this::note);
        app.addThreshold(Threshold.of(20), this::note);
        allocate(4);
        assertEquals(List.of("app/cache 50", "app 20"), told);
        app.setLimit(5 * MIB);
        app.free(app.malloc(100));
        assertEquals(List.of("app/cache 50", "app 20", "app 80"), told);
    }

    @Test
    void withoutALimitNothingIsTold() {
        app.setLimit(HeapOptions.NO_LIMIT);
        allocate(20);
        assertEquals(List.of(), told);
    }

    @Test
    void whoIsRemovedHearsNothing() {
        ThresholdListener listener = (_, _) -> told.add("removed");
        app.addThreshold(Threshold.of(10), listener);
        app.addThreshold(Threshold.of(20), listener);
        app.removeThresholds((_, _) -> told.add("never added"));
        app.removeThresholds(listener);
        allocate(9);
        assertEquals(List.of("app 80"), told);
    }

    @Test
    void listenersMayFreeAllocateAndThrow() throws InterruptedException {
        List<Throwable> thrown = new ArrayList<>();
        cache.setLimit(10 * MIB);
        cache.addThreshold(new Threshold(40, 10), (heap, _) -> {
            heap.free(heap.malloc(MIB));
            free(2);
            throw new IllegalStateException("by a listener");
        });
        Thread thread = Thread.ofPlatform()
                .uncaughtExceptionHandler((_, e) -> thrown.add(e))
                .start(() -> allocate(6));
        thread.join();
        assertEquals(1, thrown.size());
        assertEquals("by a listener", thrown.getFirst().getMessage());
        assertEquals(4 * MIB, cache.used());
    }

    /** Each round rises from empty, by all threads together, so that one of them tells of it. */
    @Test
    void threadsThatRiseTogetherTellOnce() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        app.addThreshold(Threshold.of(60), (_, _) -> count.incrementAndGet());
        for (int round = 1; round <= 200; round++) {
            CountDownLatch together = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                threads.add(Thread.ofVirtual().start(() -> {
                    try {
                        together.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    cache.malloc(MIB);
                }));
            }
            together.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(round, count.get());
            cache.close();
            cache = Heap.open(HeapOptions.named("cache").within(app));
        }
    }

    @Test
    void nobodyListensAsNull() {
        Class<NullPointerException> refused = NullPointerException.class;
        assertThrows(refused, () -> app.addListener(null));
        assertThrows(refused, () -> app.removeListener(null));
        assertThrows(refused, () -> app.addThreshold(Threshold.of(80), null));
        assertThrows(refused, () -> app.addThreshold(null, this::note));
        assertThrows(refused, () -> app.removeThresholds(null));
        assertThrows(refused, () -> HeapOptions.named("lost").within(null));
    }

    @Test
    void wrongThresholdsAreRefused() {
        Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
        assertThrows(wrong, () -> Threshold.of(0));
        assertThrows(wrong, () -> Threshold.of(101));
        assertThrows(wrong, () -> new Threshold(80, 81));
        assertThrows(wrong, () -> new Threshold(80, 0));
        assertEquals(new Threshold(5, 1), Threshold.of(5));
        assertEquals(new Threshold(80, 70), Threshold.of(80));
    }
}
