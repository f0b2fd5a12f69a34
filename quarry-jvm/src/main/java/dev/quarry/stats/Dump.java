package dev.quarry.stats;

import dev.quarry.Misuse;
import java.util.Locale;

/** Statistics as lines of text. */
final class Dump {
    private static final String CLASS = "%8s %8s %12s %10s %9s %12s%n";
    private static final String HEAP = "%6s %-8s %14s %14s %12s %14s %12s %12s%n";

    private final StringBuilder text = new StringBuilder(4096);

    private Dump() {}

    static String of(Statistics statistics) {
        Dump dump = new Dump();
        dump.totals(statistics);
        dump.classes(statistics);
        dump.heaps(statistics);
        return dump.text.toString();
    }

    private void totals(Statistics statistics) {
        Books books = statistics.books();
        line("live       %,d bytes in %,d blocks", books.live(), statistics.liveBlocks());
        line("  large    %,d bytes in %,d blocks", statistics.largeBytes(),
                statistics.largeBlocks());
        line("retained   %,d bytes", books.retained());
        line("  in runs  %,d bytes", statistics.freeRunBytes());
        line("wasted     %,d bytes", books.wasted());
        line("committed  %,d bytes", books.committed());
        line("allocations %,d, frees %,d", statistics.allocations(), statistics.frees());
        for (Misuse misuse : Misuse.values()) {
            line("%s %,d", misuse, misuse.count());
        }
    }

    private void classes(Statistics statistics) {
        row(CLASS, "class", "spans", "live", "magazines", "waiting", "free");
        for (ClassStatistics one : statistics.classes()) {
            if (one.spans() != 0) {
                row(CLASS, one.blockBytes(), one.spans(), one.liveBlocks(), one.magazineBlocks(),
                        one.waitingBlocks(), one.freeBlocks());
            }
        }
    }

    private void heaps(Statistics statistics) {
        row(HEAP, "heap", "use", "live", "retained", "wasted", "committed", "allocations",
                "frees");
        for (HeapStatistics heap : statistics.heaps()) {
            Books books = heap.books();
            row(HEAP, heap.number(), heap.use(), books.live(), books.retained(), books.wasted(),
                    books.committed(), heap.allocations(), heap.frees());
        }
    }

    private void line(String format, Object... values) {
        row(format + "%n", values);
    }

    private void row(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }
}
