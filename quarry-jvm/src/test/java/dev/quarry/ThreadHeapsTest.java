package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.quarry.child.Checks;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.verify.Stats;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The table from threads to heaps: collisions, threads that end, heaps that change hands. */
class ThreadHeapsTest {
    private static final int BUCKETS = 4096;
    private static final int COLLIDING = 24;
    private static final long HEAP_BYTES = 12 << 10;

    /** The table is there once Quarry has started. */
    @BeforeAll
    static void start() {
        Quarry.free(0);
    }

    @AfterEach
    void structuresAreValid() {
        Checks.atRest(0);
    }

    /** A thread with its heap, which lives until it is told to end. */
    private static final class Tenant {
        final CountDownLatch mayEnd = new CountDownLatch(1);
        private final CountDownLatch hasHeap = new CountDownLatch(1);
        final Thread thread = new Thread(this::live);
        Runnable work = () -> {};
        volatile Heap heap;
        private volatile boolean isStable;

        private void live() {
            heap = ThreadHeaps.current();
            work.run();
            hasHeap.countDown();
            await(mayEnd);
            isStable = heap == ThreadHeaps.current();
        }

        Tenant start() {
            thread.start();
            await(hasHeap);
            return this;
        }

        void end() throws InterruptedException {
            mayEnd.countDown();
            thread.join();
            assertTrue(isStable, "a thread's heap has changed");
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Threads, not started, whose numbers differ by multiples of the table's size. */
    private static List<Tenant> collidingTenants() {
        List<Tenant> tenants = new ArrayList<>(List.of(new Tenant()));
        long bucket = tenants.getFirst().thread.threadId() % BUCKETS;
        while (tenants.size() < COLLIDING) {
            Tenant next = new Tenant();
            if (next.thread.threadId() % BUCKETS == bucket) {
                tenants.add(next);
            }
        }
        return tenants;
    }

    @Test
    void threadsOfOneBucketHaveTheirOwnHeaps() throws Exception {
        List<Tenant> tenants = collidingTenants();
        Set<Heap> heaps = new HashSet<>();
        for (Tenant tenant : tenants) {
            heaps.add(tenant.start().heap);
        }
        assertEquals(COLLIDING, heaps.size());
        assertTrue(heaps.stream().noneMatch(heap -> heap.isShared));
        long id = tenants.getFirst().thread.threadId();
        assertTrue(chainLength(id) >= COLLIDING);
        for (Tenant tenant : tenants) {
            tenant.end();
        }
        claimUntilAllBucketsWereLookedAt();
        assertEquals(0, chainLength(id));
    }

    /** From the middle, the start and the end of a chain, while the others use it. */
    @Test
    void entriesOfEndedThreadsLeaveTheChain() throws Exception {
        List<Tenant> tenants = collidingTenants();
        for (Tenant tenant : tenants) {
            tenant.start();
        }
        long id = tenants.getFirst().thread.threadId();
        for (int ended = 0; ended < COLLIDING; ended++) {
            tenants.remove((ended * 7) % tenants.size()).end();
            claimUntilAllBucketsWereLookedAt();
            assertEquals(COLLIDING - 1 - ended, chainLength(id));
        }
    }

    /** Each claim looks at eight entries at least, and the hand goes round. */
    private static void claimUntilAllBucketsWereLookedAt() throws InterruptedException {
        int entries = 0;
        for (long bucket = 0; bucket < BUCKETS; bucket++) {
            entries += chainLength(bucket);
        }
        for (int claims = 0; claims <= entries / 8 + 1; claims++) {
            new Tenant().start().end();
        }
    }

    /** Blocks that the ended thread has left out stay whole, and free ones serve the next. */
    @Test
    void aHeapTakenOverIsAsItWasLeft() throws Exception {
        long[] blocks = new long[1000];
        Tenant first = new Tenant();
        first.work = () -> fill(blocks);
        first.start();
        Heap heap = first.heap;
        assertNotSame(ThreadHeaps.current(), heap);
        for (int i = 0; i < blocks.length; i += 2) {
            Quarry.free(blocks[i]);
        }
        first.end();
        List<Tenant> next = new ArrayList<>();
        while (next.isEmpty() || next.getLast().heap != heap) {
            next.add(new Tenant().start());
            assertTrue(next.size() < 1000, "the heap is never taken over");
        }
        assertSame(heap, next.getLast().heap);
        for (int i = 1; i < blocks.length; i += 2) {
            assertEquals(i, Memory.getLong(blocks[i]));
            Quarry.free(blocks[i]);
        }
        for (Tenant tenant : next) {
            tenant.end();
        }
    }

    private static void fill(long[] blocks) {
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = Quarry.malloc(8 + i % 500);
            Memory.putLong(blocks[i], i);
        }
    }

    /** As many heaps as threads at once, and a few that were not found to be free in time. */
    @Test
    void heapsAreReused() throws Exception {
        new Tenant().start().end();
        int heaps = Checks.heapCount();
        for (int i = 0; i < 500; i++) {
            new Tenant().start().end();
        }
        assertTrue(Checks.heapCount() <= heaps + 8, () -> heaps + " " + Checks.heapCount());
    }

    /** So that a thousand threads do not take fifty megabytes of it. */
    @Test
    void aHeapTakesLittleJavaMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        Heap heap = Registry.addShared();
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(heap.slot > 0);
        assertTrue(bytes <= HEAP_BYTES, () -> bytes + " bytes");
    }

    /** What each has while it calls is no other's; when all are taken, they share locked ones. */
    @Test
    void virtualThreadsHaveHeapsForACall() throws Exception {
        int processors = Runtime.getRuntime().availableProcessors();
        Set<Heap> heaps = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            onVirtualThread(() -> heaps.add(endAtOnce(ThreadHeaps.current())));
        }
        assertTrue(heaps.stream().noneMatch(heap -> heap.isShared));
        assertTrue(heaps.size() <= 4 * processors);
        List<Heap> taken = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            onVirtualThread(() -> taken.add(ThreadHeaps.current()));
        }
        List<Heap> leased = taken.stream().filter(heap -> !heap.isShared).toList();
        assertEquals(heaps, new HashSet<>(leased));
        assertEquals(heaps.size(), leased.size());
        taken.forEach(ThreadHeaps::end);
        onVirtualThread(() -> heaps.add(endAtOnce(ThreadHeaps.current())));
        assertEquals(leased.size(), heaps.size());
    }

    @Test
    void aTrimReachesTheHeapsOfVirtualThreads() throws Exception {
        Quarry.trim();
        onVirtualThread(() -> {
            long[] blocks = new long[100];
            Arrays.setAll(blocks, i -> Quarry.malloc(48));
            Arrays.stream(blocks).forEach(Quarry::free);
        });
        assertTrue(Stats.collect());
        long before = Stats.magazineBlocks;
        Quarry.trim();
        assertTrue(Stats.collect());
        long after = Stats.magazineBlocks;
        assertTrue(after <= before - 100, () -> before + " blocks, then " + after);
    }

    private static Heap endAtOnce(Heap heap) {
        ThreadHeaps.end(heap);
        return heap;
    }

    private static void onVirtualThread(Runnable call) throws InterruptedException {
        Thread.ofVirtual().start(call).join();
    }

    private static int chainLength(long id) {
        try {
            Field table = ThreadHeaps.class.getDeclaredField("TABLE");
            table.setAccessible(true);
            Object entry = ((Object[]) table.get(null))[(int) id & (BUCKETS - 1)];
            Field next = entry.getClass().getDeclaredField("next");
            next.setAccessible(true);
            int length = 0;
            for (; next.get(entry) != null; entry = next.get(entry)) {
                length++;
            }
            return length;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
