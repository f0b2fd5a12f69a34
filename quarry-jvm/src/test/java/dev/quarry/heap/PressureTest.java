package dev.quarry.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.Checks;
import dev.quarry.stats.Statistics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Listeners, when the limit of app (4 MiB) refuses a request, mostly of a heap within it. */
class PressureTest {
    private static final long MIB = 1 << 20;

    private long heldBefore;
    private Heap app;
    private Heap cache;
    private final Deque<Long> cached = new ArrayDeque<>();
    private final List<String> calls = new ArrayList<>();

    @BeforeEach
    void open() {
        heldBefore = Statistics.take().liveBlocks();
        app = Heap.open(HeapOptions.named("app").withLimit(4 * MIB));
        cache = Heap.open(HeapOptions.named("cache").within(app));
        for (int i = 0; i < 4; i++) {
            cached.add(cache.malloc(MIB));
        }
    }

    @AfterEach
    void nothingIsLeft() {
        cache.close();
        app.close();
        Checks.atRest(heldBefore);
    }

    private boolean evict(Pressure pressure) {
        calls.add("evict " + pressure.round());
        if (cached.isEmpty()) {
            return false;
        }
        cache.free(cached.remove());
        return true;
    }

    @Test
    void whatAListenerFreesMeetsTheRequest() {
        List<Pressure> seen = new ArrayList<>();
        app.addListener(pressure -> seen.add(pressure) && evict(pressure));
        long block = cache.malloc(MIB / 2);
        assertEquals(List.of(new Pressure(app, cache, MIB / 2, 1)), seen);
        assertEquals(3, cached.size());
        app.malloc(5 * MIB / 2);
        assertEquals(List.of("evict 1", "evict 1", "evict 2"), calls);
        assertEquals(4 * MIB, app.used());
        cache.free(block);
        assertEquals(4 * MIB, app.peak());
    }

    @Test
    void allKindsOfRequestsAskThem() {
        app.addListener(this::evict);
        long block = cache.calloc(1, MIB / 2);
        block = cache.realloc(block, 3 * MIB / 2);
        cache.alignedAlloc(4096, MIB);
        cache.allocate(MIB, 8);
        assertTrue(cached.isEmpty());
        cache.free(block);
    }

    @Test
    void soDoReservations() {
        app.addListener(this::evict);
        Heap.open(HeapOptions.named("kept").within(app).withReservation(2 * MIB)).close();
        assertEquals(List.of("evict 1", "evict 2"), calls);
    }

    /** Of the heap whose limit it is, in their order, until one has freed something. */
    @Test
    void theyAreAskedInTurn() {
        cache.addListener(pressure -> calls.add("of cache"));
        app.addListener(pressure -> !calls.add("first"));
        app.addListener(this::evict);
        app.addListener(pressure -> calls.add("last"));
        cache.malloc(MIB);
        assertEquals(List.of("first", "evict 1"), calls);
    }

    @Test
    void whoDoesNotHelpIsAskedOnce() {
        PressureListener idle = pressure -> !calls.add("idle");
        app.addListener(idle);
        assertThrows(HeapLimitError.class, () -> cache.malloc(1));
        assertEquals(List.of("idle"), calls);
        app.removeListener(idle);
        assertThrows(HeapLimitError.class, () -> cache.malloc(1));
        assertEquals(List.of("idle"), calls);
    }

    @Test
    void nobodyIsAskedForEver() {
        app.addListener(pressure -> calls.add("liar"));
        assertThrows(HeapLimitError.class, () -> cache.malloc(1));
        assertEquals(Heap.MOST_ROUNDS, calls.size());
    }

    /** The whole cache would be evicted for nothing. */
    @Test
    void nobodyIsAskedForWhatNeverFits() {
        app.addListener(this::evict);
        assertThrows(HeapLimitError.class, () -> cache.malloc(4 * MIB + 1));
        assertEquals(List.of(), calls);
    }

    /** By a thread whose handler is told. */
    @Test
    void oneThatThrowsDoesNotHelp() throws Exception {
        List<Throwable> told = new ArrayList<>();
        List<Throwable> thrown = new ArrayList<>();
        app.addListener(pressure -> {
            throw new IllegalStateException("from the listener");
        });
        Thread thread = Thread.ofPlatform()
                .uncaughtExceptionHandler((_, e) -> told.add(e))
                .start(() -> {
                    thrown.add(assertThrows(HeapLimitError.class, () -> cache.malloc(1)));
                    app.addListener(this::evict);
                    cache.malloc(1);
                });
        thread.join();
        assertEquals(1, thrown.size());
        assertEquals(2, told.size());
        assertEquals("from the listener", told.getFirst().getMessage());
        assertEquals(List.of("evict 1"), calls);
    }

    /** A listener's own requests are met if they can be, and never ask a listener. */
    @Test
    void listenersAskNobodyThemselves() {
        try (Heap other = Heap.open(HeapOptions.named("other").withLimit(MIB))) {
            other.addListener(pressure -> calls.add("of other"));
            app.addListener(pressure -> {
                assertThrows(HeapLimitError.class, () -> cache.malloc(1));
                long block = other.malloc(100);
                assertThrows(HeapLimitError.class, () -> other.malloc(MIB));
                other.free(block);
                calls.add("asked");
                return evict(pressure);
            });
            cache.malloc(1);
            assertEquals(List.of("asked", "evict 1"), calls);
            other.malloc(MIB);
            assertThrows(HeapLimitError.class, () -> other.malloc(1));
            assertEquals(2 + Heap.MOST_ROUNDS, calls.size());
        }
    }

    /** Other threads use the same heap while a listener runs, and structures are valid. */
    @Test
    void noLockIsHeld() {
        app.addListener(pressure -> {
            Checks.noLockIsHeld();
            Thread other = Thread.ofPlatform().start(() -> cache.free(cached.remove()));
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return true;
        });
        cache.malloc(MIB);
        assertEquals(3, cached.size());
    }

    @Test
    void aHeapClosedByAListenerIsClosed() {
        AtomicInteger asked = new AtomicInteger();
        app.addListener(pressure -> {
            cache.close();
            return asked.incrementAndGet() > 0;
        });
        assertThrows(IllegalStateException.class, () -> cache.malloc(MIB));
        assertEquals(1, asked.get());
        cache = Heap.open(HeapOptions.named("cache").within(app));
    }

    /** Several threads meet the limit at once; each request is met, the limit holds. */
    @Test
    void manyThreadsUnderPressure() throws Exception {
        Deque<Long> held = new ConcurrentLinkedDeque<>(cached);
        app.addListener(pressure -> {
            Long oldest = held.poll();
            if (oldest != null) {
                cache.free(oldest);
            }
            return oldest != null;
        });
        AtomicInteger met = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 20; t++) {
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 200; i++) {
                    try {
                        held.add(cache.malloc(100_000 + 1000 * (i % 50)));
                        met.incrementAndGet();
                    } catch (HeapLimitError e) {
                        // All was in other threads' hands.
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(met.get() > 3000, () -> met + " met");
        assertTrue(app.peak() <= 4 * MIB);
        cached.clear();
    }
}
