package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.quarry.child.Checks;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No call but those that return segments leaves anything on the Java heap: not one byte in 100,000
 * calls, once they are warm. Before that a thread makes descriptions of units, which stay,
 * and HotSpot has it make the text constants of classes whose methods it begins to compile.
 */
class GarbageTest {
    private static final int COUNT = 100_000;
    private static final int ROUNDS = 20;
    private static final ThreadMXBean THREADS =
            (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @AfterEach
    void structuresAreValid() {
        Checks.atRest(0);
    }

    /** Some operation, done so many times. */
    private interface Work {
        void run(int count);
    }

    /** The least of several rounds: what is made in each of them shows in the least too. */
    private static long garbageOf(Work work) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least != 0; round++) {
            least = Math.min(least, garbageOfOnce(work));
        }
        return least;
    }

    private static long garbageOfOnce(Work work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run(COUNT);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void theCounterCounts() {
        Object[] kept = new Object[COUNT];
        long bytes =
                garbageOf(count -> {
                    for (int i = 0; i < count; i++) {
                        kept[i] = new Object();
                    }
                });
        assertEquals(COUNT, bytes / 16);
    }

    @Test
    void pairs() {
        assertEquals(0, garbageOf(GarbageTest::pairsOfManySizes));
    }

    private static void pairsOfManySizes(int count) {
        for (int i = 0; i < count; i++) {
            Quarry.free(Quarry.malloc(i & 0x3FFF));
        }
    }

    @Test
    void callsOnABlockHeld() {
        assertEquals(
                0,
                garbageOf(count -> {
                    long block = Quarry.malloc(100);
                    for (int i = 0; i < count; i++) {
                        block = Quarry.realloc(block, 90 + (i & 15));
                        Quarry.usableSize(block);
                        Quarry.owns(block);
                    }
                    Quarry.free(block, 100);
                }));
    }

    @Test
    void otherWaysToAllocateAndFree() {
        assertEquals(
                0,
                garbageOf(count -> {
                    for (int i = 0; i < count; i++) {
                        int bytes = i & 0xFFF;
                        Quarry.free(Quarry.calloc(1, bytes), bytes);
                        Quarry.free(Quarry.alignedAlloc(64, bytes));
                        Quarry.free(Quarry.realloc(Quarry.malloc(bytes), 3 * bytes));
                    }
                }));
    }

    @Test
    void largeBlocks() {
        assertEquals(
                0,
                garbageOf(count -> {
                    for (int i = 0; i < count / 100; i++) {
                        long block = Quarry.calloc(1, 100_000 + i);
                        block = Quarry.realloc(block, 300_000);
                        Quarry.free(Quarry.realloc(block, 20));
                    }
                }));
    }

    /** Both for the thread that frees and for the one that takes its blocks up again. */
    @Test
    void freesByAnotherThread() throws InterruptedException {
        long[] blocks = new long[COUNT];
        long[] least = {Long.MAX_VALUE, Long.MAX_VALUE};
        for (int round = 0; round < ROUNDS && least[0] + least[1] != 0; round++) {
            least[0] = Math.min(least[0], garbageOfOnce(_ -> fill(blocks)));
            Thread sender =
                    new Thread(() -> least[1] = Math.min(least[1], garbageOfFrees(blocks)));
            sender.start();
            sender.join();
        }
        assertEquals(0, least[0]);
        assertEquals(0, least[1]);
    }

    /** Of a thread that has its heap already. */
    private static long garbageOfFrees(long[] blocks) {
        Quarry.free(Quarry.malloc(1));
        return garbageOfOnce(_ -> freeAll(blocks));
    }

    private static void fill(long[] blocks) {
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = Quarry.malloc(48);
        }
    }

    private static void freeAll(long[] blocks) {
        for (long block : blocks) {
            Quarry.free(block);
        }
    }
}
