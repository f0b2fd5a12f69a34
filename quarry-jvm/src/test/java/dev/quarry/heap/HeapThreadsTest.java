package dev.quarry.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.quarry.Quarry;
import dev.quarry.child.Checks;
import dev.quarry.core.base.Memory;
import dev.quarry.stats.Statistics;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many heaps after each other, and many threads in one. */
class HeapThreadsTest {
    private static final int OPENED = 100_000;

    private long heldBefore;

    @BeforeEach
    void countWhatOthersHold() {
        heldBefore = Statistics.take().liveBlocks();
    }

    @AfterEach
    void nothingIsLeft() {
        Checks.atRest(heldBefore);
    }

    private static void openUseClose(int seed) {
        try (Heap outer = Heap.open(HeapOptions.named("outer").withLimit(1 << 20));
                Heap inner = Heap.open(HeapOptions.named("inner").within(outer))) {
            inner.malloc(seed % 3000);
            outer.malloc(seed % 16 == 0 ? 100_000 : 10);
        }
    }

    /** Neither native memory nor the core's heaps grow with heaps that are gone. */
    @Test
    void aHundredThousandHeapsLeaveNothing() {
        for (int i = 0; i < 1000; i++) {
            openUseClose(i);
        }
        Quarry.trim();
        int heaps = Checks.heapCount();
        long committed = Statistics.take().books().committed();
        for (int i = 0; i < OPENED; i++) {
            openUseClose(i);
        }
        Quarry.trim();
        assertEquals(heaps, Checks.heapCount());
        assertEquals(committed, Statistics.take().books().committed());
    }

    @Test
    void callsLeaveNoGarbage() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        try (Heap heap = Heap.open(HeapOptions.named("clean").withLimit(64 << 20))) {
            for (int round = 0; round < 20 && least != 0; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 50_000; i++) {
                    long block = heap.realloc(heap.malloc(i & 0xFFF), i & 0x1FFF);
                    heap.usableSize(block);
                    heap.free(block);
                    heap.free(heap.calloc(1, 100));
                    heap.free(heap.alignedAlloc(64, 100_000));
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
        }
        assertEquals(0, least);
    }

    /** Blocks go from thread to thread and are freed by whoever has them, in two ways. */
    private static void passAround(Thread.Builder builder, int count) throws Exception {
        ConcurrentLinkedQueue<Long> passed = new ConcurrentLinkedQueue<>();
        AtomicInteger wrong = new AtomicInteger();
        try (Heap heap = Heap.open(HeapOptions.named("common"))) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < count; t++) {
                int seed = t;
                threads.add(builder.start(() -> {
                    for (int i = 0; i < 20_000 / count; i++) {
                        long block = heap.malloc(8 + (seed * 31 + i) % 5000);
                        Memory.putLong(block, ~block);
                        passed.add(block);
                        Long other = passed.poll();
                        if (other == null) {
                            continue;
                        }
                        wrong.addAndGet(Memory.getLong(other) == ~other ? 0 : 1);
                        if (i % 2 == 0) {
                            heap.free(other);
                        } else {
                            Quarry.free(other);
                        }
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(0, wrong.get());
            assertEquals(passed.size(), heap.liveBlocks());
        }
    }

    @Test
    void platformThreadsShareAHeap() throws Exception {
        passAround(Thread.ofPlatform(), 8);
    }

    @Test
    void virtualThreadsShareAHeap() throws Exception {
        passAround(Thread.ofVirtual(), 1000);
    }

    /** Those that come too late are refused; none gets another heap's memory, or a crash. */
    @Test
    void aHeapIsClosedWhileOthersUseIt() throws Exception {
        for (int round = 0; round < 200; round++) {
            Heap heap = Heap.open(HeapOptions.named("short"));
            AtomicReference<Throwable> ended = new AtomicReference<>();
            Thread user = Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        heap.allocate(64).set(ValueLayout.JAVA_LONG, 0, 1);
                        heap.free(heap.malloc(40_000));
                    }
                } catch (Throwable e) {
                    ended.set(e);
                }
            });
            MemorySegment early = heap.allocate(8);
            Thread.onSpinWait();
            heap.close();
            try (Heap next = Heap.open(HeapOptions.named("next"))) {
                next.malloc(64);
                user.join();
                assertEquals(1, next.liveBlocks());
            }
            assertTrue(ended.get() instanceof IllegalStateException, () -> "" + ended.get());
            assertTrue(!early.scope().isAlive());
        }
    }

    /** Children are opened while their parent is being closed: either is refused, cleanly. */
    @Test
    void heapsAreOpenedInOneThatCloses() throws Exception {
        for (int round = 0; round < 500; round++) {
            Heap parent = Heap.open(HeapOptions.named("parent"));
            AtomicReference<Throwable> wrong = new AtomicReference<>();
            Thread opener = Thread.ofPlatform()
                    .uncaughtExceptionHandler((_, e) -> wrong.set(e))
                    .start(() -> openUntilClosed(parent));
            boolean isClosed = false;
            while (!isClosed) {
                try {
                    parent.close();
                    isClosed = true;
                } catch (IllegalStateException e) {
                    assertTrue(e.getMessage().startsWith("open within parent"));
                }
            }
            opener.join();
            assertNull(wrong.get());
            assertTrue(parent.children().isEmpty());
        }
    }

    /** Whatever has been opened is open until it is closed. */
    private static void openUntilClosed(Heap parent) {
        while (true) {
            Heap child;
            try {
                child = Heap.open(HeapOptions.named("child").within(parent));
            } catch (IllegalStateException e) {
                assertEquals("the heap is closed: parent", e.getMessage());
                return;
            }
            child.malloc(1);
            child.close();
        }
    }

    /** Whoever frees in between, what the limit refuses is refused by the limit, not by lack. */
    @Test
    void aLimitThatManyMeetIsAlwaysNamed() throws Exception {
        Set<Class<?>> thrown = ConcurrentHashMap.newKeySet();
        try (Heap heap = Heap.open(HeapOptions.named("narrow").withLimit(1 << 20))) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 50_000; i++) {
                        try {
                            heap.free(heap.malloc(600_000));
                        } catch (Throwable e) {
                            thrown.add(e.getClass());
                        }
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertEquals(Set.of(HeapLimitError.class), thrown);
    }
}
