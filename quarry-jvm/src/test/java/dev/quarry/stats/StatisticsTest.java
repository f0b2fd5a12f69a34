package dev.quarry.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.Misuse;
import dev.quarry.MisuseException;
import dev.quarry.Quarry;
import dev.quarry.child.Checks;
import dev.quarry.core.tune.SizeClasses;
import dev.quarry.core.verify.Stats;
import dev.quarry.heap.Heap;
import dev.quarry.heap.HeapOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    private static final int LARGE = 100_000;
    private static final int LARGE_PAGES = (LARGE + 4095) / 4096 * 4096;

    private long heldBefore;

    @BeforeEach
    void countWhatOthersHold() {
        heldBefore = Statistics.take().liveBlocks();
    }

    /** All counters are what a walk over all blocks finds, and nothing more is held. */
    @AfterEach
    void countersAgreeWithTheWalk() {
        Checks.atRest(heldBefore);
    }

    private static long[] blocks(int count, long bytes) {
        return IntStream.range(0, count).mapToLong(i -> Quarry.malloc(bytes)).toArray();
    }

    private static void free(long... blocks) {
        for (long block : blocks) {
            Quarry.free(block);
        }
    }

    private static void elsewhere(Runnable work) throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(work);
        thread.join();
    }

    private static ClassStatistics ofClass(Statistics statistics, int bytes) {
        return statistics.classes().get(SizeClasses.classOf(bytes));
    }

    @Test
    void whatIsHeldIsLive() {
        Statistics before = Statistics.take();
        long[] small = blocks(1000, 33);
        long[] large = blocks(3, LARGE);
        Statistics after = Statistics.take();
        free(small);
        free(large);
        long bytes = 1000 * 48 + 3 * LARGE_PAGES;
        assertEquals(before.books().live() + bytes, after.books().live());
        assertEquals(before.liveBlocks() + 1003, after.liveBlocks());
        assertEquals(before.largeBlocks() + 3, after.largeBlocks());
        assertEquals(before.largeBytes() + 3L * LARGE_PAGES, after.largeBytes());
        assertEquals(ofClass(before, 48).liveBlocks() + 1000, ofClass(after, 48).liveBlocks());
        Statistics end = Statistics.take();
        assertEquals(before.liveBlocks(), end.liveBlocks());
        assertEquals(before.books().live(), end.books().live());
    }

    /** A block that another thread freed is not live, wherever it waits to be taken up. */
    @Test
    void whatOthersFreeWaits() throws Exception {
        for (int bytes : new int[] {64, 2048}) {
            for (int count : new int[] {1, 40, 500}) {
                long[] blocks = blocks(count, bytes);
                AtomicBoolean isDone = new AtomicBoolean();
                List<Statistics> seen = new ArrayList<>();
                elsewhere(() -> {
                    Statistics before = Statistics.take();
                    free(blocks);
                    seen.addAll(List.of(before, Statistics.take()));
                    isDone.set(true);
                });
                assertTrue(isDone.get());
                ClassStatistics before = ofClass(seen.get(0), bytes);
                ClassStatistics after = ofClass(seen.get(1), bytes);
                assertEquals(before.liveBlocks() - count, after.liveBlocks());
                assertEquals(before.waitingBlocks() + count, after.waitingBlocks());
                assertEquals(seen.get(0).frees() + count, seen.get(1).frees());
            }
        }
    }

    @Test
    void totalsAreTheSumOfTheirParts() {
        long[] blocks = blocks(5000, 700);
        Statistics now = Statistics.take();
        assertTrue(Stats.collect());
        free(blocks);
        Books heaps = sum(now.heaps().stream().map(HeapStatistics::books).toList());
        Books classes = sum(now.classes().stream().map(ClassStatistics::books).toList());
        assertEquals(heaps, classes);
        assertEquals(now.books().live(), heaps.live() + now.largeBytes());
        assertEquals(now.books().retained(), heaps.retained() + now.freeRunBytes());
        assertEquals(
                new Books(
                        Stats.liveBytes,
                        Stats.retainedBytes,
                        Stats.wastedBytes,
                        Stats.committedBytes),
                now.books());
        assertEquals(Stats.mallocCount, now.allocations());
        assertEquals(Stats.freeCount, now.frees());
    }

    private static Books sum(List<Books> parts) {
        return parts.stream().reduce(Books.of(0, 0, 0), Books::plus);
    }

    @Test
    void aHeapIsWhoseItIs() throws Exception {
        long block = Quarry.malloc(5000);
        elsewhere(() -> Quarry.free(Quarry.malloc(1)));
        Statistics now = Statistics.take();
        Quarry.free(block);
        HeapStatistics own = now.heaps().stream()
                .filter(heap -> heap.classes().stream()
                        .anyMatch(one -> one.blockBytes() == 5120 && one.liveBlocks() == 1))
                .findFirst()
                .orElseThrow();
        assertEquals(HeapStatistics.Use.BORROWED, own.use());
        assertTrue(own.mostCommittedBytes() >= own.books().committed());
        assertTrue(now.heaps().stream().anyMatch(h -> h.use() == HeapStatistics.Use.SHARED));
    }

    /** Threads allocate, free and free each other's blocks; what one holds all the time is seen. */
    @Test
    void itMayBeTakenWhileThreadsRun() throws Exception {
        long[] held = blocks(10_000, 100);
        long floor = Statistics.take().books().live();
        AtomicBoolean isOver = new AtomicBoolean();
        Churn[] threads = {new Churn(isOver), new Churn(isOver)};
        threads[0].partner = threads[1];
        threads[1].partner = threads[0];
        for (Churn thread : threads) {
            thread.start();
        }
        for (int i = 0; i < 3000; i++) {
            Books books = Statistics.take().books();
            assertEquals(books.committed(), books.live() + books.retained() + books.wasted());
            long above = books.live() - floor;
            assertTrue(above > -Churn.SLACK_BYTES, () -> "live fell by " + -above);
            assertTrue(above < Churn.MOST_BYTES, () -> "live rose by " + above);
        }
        isOver.set(true);
        for (Churn thread : threads) {
            thread.join();
        }
        for (Churn thread : threads) {
            thread.freeRest();
        }
        assertEquals(floor, Statistics.take().books().live());
        free(held);
    }

    @Test
    void booksThatDoNotAddUpAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Books(1, 2, 3, 7));
    }

    @Test
    void misusesAreCountedFromTheStart() {
        long before = Misuse.FOREIGN.count();
        assertThrows(MisuseException.class, () -> Quarry.free(16));
        assertEquals(before + 1, Misuse.FOREIGN.count());
    }

    @Test
    void theDumpTellsWhatIsThere() {
        long block = Quarry.malloc(20_000);
        Statistics now = Statistics.take();
        Quarry.free(block);
        String dump = now.dump();
        String live = String.format("live       %,d bytes in %,d blocks", now.books().live(),
                now.liveBlocks());
        assertTrue(dump.lines().anyMatch(live::equals), dump);
        assertTrue(dump.lines().anyMatch(line -> line.startsWith("   20480 ")), dump);
        long heaps = dump.lines()
                .filter(line -> line.matches(".*(SHARED|IDLE|BORROWED|PROGRAM).*"))
                .count();
        assertEquals(now.heaps().size(), heaps);
        assertFalse(dump.contains("null"));
    }

    @Test
    void theKernelsFigureIsTheProcesss() {
        assertTrue(Statistics.processResidentBytes() > 16 << 20);
    }

    /** By their paths, each before those within it; their blocks are in the sums, too. */
    @Test
    void theProgramsHeapsAreListed() {
        Statistics before = Statistics.take();
        try (Heap app = Heap.open(HeapOptions.named("app").withLimit(1 << 20));
                Heap b = Heap.open(HeapOptions.named("b").within(app).withReservation(1 << 17));
                Heap a = Heap.open(HeapOptions.named("a").within(app))) {
            a.malloc(100);
            b.malloc(LARGE);
            Statistics now = Statistics.take();
            List<ProgramHeapStatistics> heaps = now.programHeaps().stream()
                    .filter(heap -> heap.path().startsWith("app"))
                    .toList();
            long room = (1 << 20) - (3 << 16);
            assertEquals(
                    List.of(
                            new ProgramHeapStatistics(
                                    "app", 1 << 20, 0, 3 << 16, 3 << 16, room, 0, 0),
                            new ProgramHeapStatistics("app/a", HeapOptions.NO_LIMIT, 0, 1 << 16,
                                    1 << 16, room, 1, 112),
                            new ProgramHeapStatistics("app/b", HeapOptions.NO_LIMIT, 1 << 17,
                                    1 << 17, 1 << 17, room, 1, LARGE_PAGES)),
                    heaps);
            assertEquals(before.books().live() + 112 + LARGE_PAGES, now.books().live());
            assertTrue(now.heaps().stream().anyMatch(heap ->
                    heap.use() == HeapStatistics.Use.PROGRAM && heap.books().live() == 112));
            String line = String.format("%14s %14s %14s %14s %14s  app/a",
                    112, 1 << 16, 1 << 16, "none", room);
            assertTrue(now.dump().lines().anyMatch(line::equals), now::dump);
            assertEquals(b.limit(), HeapOptions.NO_LIMIT);
        }
        assertEquals(before.programHeaps(), Statistics.take().programHeaps());
    }
}
