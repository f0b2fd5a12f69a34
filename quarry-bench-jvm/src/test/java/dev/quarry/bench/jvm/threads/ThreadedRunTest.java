package dev.quarry.bench.jvm.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.jvm.loop.Counting;
import dev.quarry.bench.jvm.worker.Answer;
import dev.quarry.bench.jvm.worker.Order;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each workload of several threads does what its description says: so many blocks live, sizes so
 * distributed, so many freed by another thread, one byte of each written, none left.
 */
class ThreadedRunTest {
    private static final int MILLIS = 100;

    private Answer answer;

    @BeforeEach
    void reset() {
        Counting.reset();
    }

    private Counting.Books run(String workload, int threads) throws InterruptedException {
        answer = ThreadedRun.of(new Order(Order.Kind.THREADS, workload, threads, 0, MILLIS));
        Counting.Books books = Counting.books();
        assertTrue(answer.ops() > 0 && answer.cpuNanos() > 0, answer.toString());
        assertEquals(answer.ops(), books.freed(), "operations");
        assertEquals(books.allocated(), books.freed(), "freed");
        assertEquals(books.allocated(), books.written(), "bytes written");
        assertEquals(0, books.live(), "live at the end");
        assertEquals(0, books.wrongFrees(), "wrong frees");
        assertTrue(answer.notes().get("p50_ns") > 0, answer.toString());
        List<Long> shares = Stream.of("p50_ns", "p90_ns", "p99_ns", "p999_ns", "p9999_ns", "max_ns")
                .map(answer.notes()::get).toList();
        assertEquals(shares.stream().sorted().toList(), shares);
        return books;
    }

    @Test
    void everyHandedBlockIsFreedByAnother() throws InterruptedException {
        Counting.Books books = run("hand-over", 2);
        assertEquals(books.freed(), books.remote());
        assertEquals(1, books.threads());
        assertEquals(Set.of(64L), books.sizes().keySet());
        assertTrue(books.liveMost() <= 8 * 1024, books.toString());
    }

    @Test
    void xmallocHasProducersAndConsumers() throws InterruptedException {
        Counting.Books books = run("xmalloc", 3);
        assertEquals(books.freed(), books.remote());
        assertEquals(3, books.threads());
    }

    @Test
    void larsonKeepsAThousandForEachThread() throws InterruptedException {
        Counting.Books books = run("larson", 2);
        assertEquals(2000, books.liveMost());
        assertEquals(504, books.meanBytes(), 25, "mean size");
        assertTrue(books.remote() >= 2000, "blocks left by others: " + books.remote());
        assertTrue(books.threads() >= 3, "threads: " + books.threads());
    }

    @Test
    void blocksMigrate() throws InterruptedException {
        Counting.Books books = run("mstress", 2);
        assertTrue(books.liveMost() >= (64 + 1) * 128 && books.liveMost() <= (64 + 2) * 128,
                "64 sets and one for each thread that is at work: " + books.liveMost());
        double share = (double) books.remote() / books.freed();
        assertTrue(share > 0.02, "share freed by another thread: " + share);
        assertTrue(books.sizes().get(8L) > books.sizes().get(16L), "small ones most often");
    }

    @Test
    void eachVirtualThreadFreesItsOwn() throws InterruptedException {
        Counting.Books books = run("virtual", 1000);
        assertTrue(books.threads() >= 1000, books.toString());
        assertEquals(0, books.freed() % (1000 * 16 * 4), "whole rounds");
        assertEquals(0, books.remote(), "freed by others");
    }

    @Test
    void aBurstIsAllFreedAndThenWatched() throws InterruptedException {
        answer = BurstIdle.of(new Order(Order.Kind.MEMORY, "burst-idle", 4, 0, 500));
        Counting.Books books = Counting.books();
        assertEquals(answer.ops(), books.freed());
        assertEquals(books.allocated(), books.liveMost(), "all live at a time");
        assertEquals(0, books.live());
        assertEquals(4.0, books.meanBytes() * books.allocated() / (1 << 20), 0.01, "MiB");
        assertEquals(16, Collections.min(books.sizes().keySet()));
        assertTrue(Collections.max(books.sizes().keySet()) > 3500, "up to a page");
        assertEquals(List.of("peak_kb", "freed_kb", "idle_250ms_kb", "idle_500ms_kb", "end_kb"),
                List.copyOf(answer.notes().keySet()));
    }
}
