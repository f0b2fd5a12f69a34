package dev.quarry.core.heaps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Trim;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Denial;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.span.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/** Threads in one heap, while others trim, open and close. */
class HeapThreadsTest extends CoreTest {
    private static final int OPERATIONS = 60_000;
    private static final long LIMIT = 6 << 20;

    private final AtomicLongArray slots = new AtomicLongArray(256);
    private final AtomicBoolean isOver = new AtomicBoolean();

    /** Blocks that this thread allocated are freed by any thread, by either free. */
    private Void churn(long id, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Heap own = Registry.claim();
        for (int i = 0; i < OPERATIONS; i++) {
            long bytes = random.nextInt(50) == 0 ? random.nextLong(200_000) : random.nextLong(3000);
            long block = ProgramHeap.malloc(id, 8 + bytes);
            assertTrue(block > 0 || block == Denial.LIMIT);
            if (block > 0) {
                Memory.putLong(block, ~block);
            }
            long old = slots.getAndSet(random.nextInt(slots.length()), Math.max(block, 0));
            if (old != 0) {
                assertEquals(~old, Memory.getLong(old));
                int fault = random.nextBoolean() ? Free.free(old, own) : ProgramHeap.free(id, old);
                assertEquals(Fault.NONE, fault);
            }
        }
        Registry.release(own);
        return null;
    }

    private Void disturb(long parent) {
        Heap own = Registry.claim();
        for (int i = 0; !isOver.get(); i++) {
            long id = ProgramHeap.open(i % 2 == 0 ? parent : 0, LIMIT, i % 3 == 0 ? 1 << 16 : 0);
            if (id > 0) {
                ProgramHeap.malloc(id, i * 37L % 90_000);
                assertTrue(ProgramHeap.close(id));
            }
            if (i % 64 == 0) {
                Trim.trim(own);
            }
        }
        Registry.release(own);
        return null;
    }

    @Test
    void oneHeapForAllThreads() throws Exception {
        long id = ProgramHeap.open(0, LIMIT, 0);
        try (ExecutorService pool = Executors.newCachedThreadPool()) {
            List<Future<Void>> workers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                long seed = i;
                workers.add(pool.submit(() -> churn(id, seed)));
            }
            Future<Void> other = pool.submit(() -> disturb(id));
            for (Future<Void> worker : workers) {
                worker.get();
            }
            isOver.set(true);
            other.get();
        }
        isValid();
        assertTrue(HeapFigures.most(id) <= LIMIT);
        for (int i = 0; i < slots.length(); i++) {
            assertEquals(Fault.NONE, ProgramHeap.free(id, slots.get(i)));
        }
        assertEquals(0, HeapFigures.liveBytes(id));
        assertTrue(ProgramHeap.trim(id));
        assertEquals(0, HeapFigures.used(id));
        assertTrue(ProgramHeap.close(id));
    }

    /** Whoever allocates while another closes is served or refused, and nothing of it is left. */
    @Test
    void aCloseEndsWhatOthersDo() throws Exception {
        for (int round = 0; round < 300; round++) {
            long id = ProgramHeap.open(0, Account.NO_LIMIT, 0);
            try (ExecutorService pool = Executors.newCachedThreadPool()) {
                Future<?> worker = pool.submit(() -> {
                    while (ProgramHeap.malloc(id, 500) > 0) {
                        ProgramHeap.malloc(id, 50_000);
                    }
                });
                for (int i = 0; i < round; i++) {
                    ProgramHeap.malloc(id, 100);
                }
                assertTrue(ProgramHeap.close(id));
                worker.get();
            }
            assertEquals(Denial.CLOSED, HeapFigures.used(id));
        }
        isValid();
    }
}
