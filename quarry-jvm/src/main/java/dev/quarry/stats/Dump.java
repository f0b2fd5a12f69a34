package dev.quarry.stats;

import dev.quarry.Misuse;
import dev.quarry.heap.HeapOptions;
import java.util.Formatter;
import java.util.Locale;

/** Statistics as lines of text. */
final class Dump {
    private static final String CLASS = "%8s %8s %12s %10s %9s %12s%n";
    private static final String HEAP = "%6s %-8s %14s %14s %12s %14s %12s %12s%n";

    private static final String PROGRAM_HEAP = "%14s %14s %14s %14s %14s  %s%n";

    private final Formatter text = new Formatter(Locale.ROOT);

    private Dump() {}

    static String of(Statistics statistics) {
        Dump dump = new Dump();
        dump.totals(statistics);
        dump.classes(statistics);
        dump.heaps(statistics);
        dump.programHeaps(statistics);
        return dump.text.toString();
    }

    private void totals(Statistics statistics) {
        Books books = statistics.books();
        text.format("live       %,d bytes in %,d blocks%n", books.live(), statistics.liveBlocks());
        text.format("  large    %,d bytes in %,d blocks%n", statistics.largeBytes(),
                statistics.largeBlocks());
        text.format("retained   %,d bytes%n", books.retained());
        text.format("  in runs  %,d bytes%n", statistics.freeRunBytes());
        text.format("wasted     %,d bytes%n", books.wasted());
        text.format("committed  %,d bytes%n", books.committed());
        text.format("allocations %,d, frees %,d%n", statistics.allocations(), statistics.frees());
        for (Misuse misuse : Misuse.values()) {
            text.format("%s %,d%n", misuse, misuse.count());
        }
    }

    private void classes(Statistics statistics) {
        text.format(CLASS, "class", "spans", "live", "magazines", "waiting", "free");
        for (ClassStatistics one : statistics.classes()) {
            if (one.spans() != 0) {
                text.format(CLASS, one.blockBytes(), one.spans(), one.liveBlocks(),
                        one.magazineBlocks(), one.waitingBlocks(), one.freeBlocks());
            }
        }
    }

    private void heaps(Statistics statistics) {
        text.format(HEAP, "heap", "use", "live", "retained", "wasted", "committed", "allocations",
                "frees");
        for (HeapStatistics heap : statistics.heaps()) {
            Books books = heap.books();
            text.format(HEAP, heap.number(), heap.use(), books.live(), books.retained(),
                    books.wasted(), books.committed(), heap.allocations(), heap.frees());
        }
    }

    private void programHeaps(Statistics statistics) {
        if (!statistics.programHeaps().isEmpty()) {
            text.format(PROGRAM_HEAP, "live", "used", "peak", "limit", "headroom",
                    "path");
        }
        for (ProgramHeapStatistics heap : statistics.programHeaps()) {
            text.format(PROGRAM_HEAP, heap.liveBytes(), heap.used(), heap.peak(),
                    orNone(heap.limit()), orNone(heap.headroom()), heap.path());
        }
    }

    private static Object orNone(long bytes) {
        return bytes == HeapOptions.NO_LIMIT ? "none" : bytes;
    }
}
