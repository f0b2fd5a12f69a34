package dev.quarry.child;

import dev.quarry.Quarry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ten thousand platform threads, one after another, end with blocks out that the main thread frees
 * later. Prints nothing and ends with 0 when memory and heaps stay bounded.
 */
public final class EndingThreads {
    private static final int THREADS = 10_000;
    private static final int AT_ONCE = 4;
    private static final int BLOCKS = 200;

    /** Threads ago that the blocks being freed were allocated. */
    private static final int DELAY = 50;

    /** What resident memory may gain after the first tenth: spans in part used, in a few heaps. */
    private static final long SLACK_BYTES = 8 << 20;

    /** Found after n / 8 claims, so a few times as many heaps as threads at once. */
    private static final int HEAPS = 64;

    private final List<long[]> waiting = new ArrayList<>();

    private EndingThreads() {}

    public static void main(String[] args) throws Exception {
        EndingThreads program = new EndingThreads();
        program.run(THREADS / 10);
        long before = residentBytes();
        program.run(THREADS - THREADS / 10);
        long after = residentBytes();
        program.freeAllBut(0);
        Checks.require(
                after <= before + SLACK_BYTES,
                "resident memory went from " + before + " to " + after);
        Checks.require(Checks.heapCount() <= HEAPS, "there are " + Checks.heapCount() + " heaps");
        Checks.atRest(0);
    }

    private void run(int threads) throws InterruptedException {
        for (int started = 0; started < threads; started += AT_ONCE) {
            Thread[] group = new Thread[AT_ONCE];
            for (int i = 0; i < AT_ONCE; i++) {
                long[] blocks = new long[BLOCKS];
                waiting.add(blocks);
                group[i] = new Thread(() -> fill(blocks));
                group[i].start();
            }
            for (Thread thread : group) {
                thread.join();
            }
            freeAllBut(DELAY);
        }
    }

    /** Of many classes; a part is freed by the thread itself, so that magazines are not empty. */
    private static void fill(long[] blocks) {
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = Quarry.malloc(16L << i % 8);
        }
        for (int i = 0; i < blocks.length; i += 3) {
            Quarry.free(blocks[i]);
            blocks[i] = 0;
        }
    }

    private void freeAllBut(int kept) {
        while (waiting.size() > kept) {
            for (long block : waiting.removeFirst()) {
                Quarry.free(block);
            }
        }
    }

    /** The median of three readings of what the kernel counts. */
    private static long residentBytes() throws IOException {
        System.gc();
        long[] pages = new long[3];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]);
        }
        Arrays.sort(pages);
        return pages[1] * 4096;
    }
}
