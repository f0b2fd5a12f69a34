package dev.quarry.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.Checks;
import dev.quarry.stats.Statistics;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The examples in the Javadoc of heaps. */
class ExamplesTest {
    private long heldBefore;

    @BeforeEach
    void countWhatOthersHold() {
        heldBefore = Statistics.take().liveBlocks();
    }

    @AfterEach
    void nothingIsLeft() {
        Checks.atRest(heldBefore);
    }

    @Test
    void limits() {
        String said = "";
        // @start region="limits"
        try (Heap app = Heap.open(HeapOptions.named("app").withLimit(64 << 20));
                Heap cache = Heap.open(HeapOptions.named("cache").within(app))) {
            MemorySegment page = cache.allocate(4096);
            cache.free(page);
            cache.malloc(48 << 20);
            try {
                app.malloc(32 << 20);
            } catch (HeapLimitError e) {
                said = e.refusedBy() + " is full, most by " + e.users().getFirst();
            }
        }
        // @end
        assertEquals("app is full, most by cache 48 MiB", said.replace("48.1", "48"));
    }

    @Test
    void listener() {
        long used;
        // @start region="listener"
        try (Heap cache = Heap.open(HeapOptions.named("cache").withLimit(8 << 20))) {
            Deque<MemorySegment> values = new ArrayDeque<>();
            cache.addListener(pressure -> {
                if (values.isEmpty()) {
                    return false;
                }
                cache.free(values.remove());
                return true;
            });
            for (int i = 0; i < 1000; i++) {
                values.add(cache.allocate(100_000));
            }
            used = cache.used();
        }
        // @end
        assertTrue(used > 7 << 20 && used <= 8 << 20);
    }

    @Test
    void budget() {
        // @start region="budget"
        ProcessBudget budget = ProcessBudget.read();
        System.out.println(budget);
        // 5.2 GiB for native memory: 8 GiB by /sys/fs/cgroup/memory.max, less 2 GiB for the
        // Java heap and 819.2 MiB in reserve
        try (Heap app = Heap.open(HeapOptions.named("app").within(Heap.process()))) {
            app.malloc(1000);
        }
        // @end
        assertEquals(budget.bytes(), Heap.process().limit());
    }
}
