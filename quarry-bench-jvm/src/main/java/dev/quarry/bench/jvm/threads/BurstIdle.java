package dev.quarry.bench.jvm.threads;

import dev.quarry.bench.jvm.worker.Answer;
import dev.quarry.bench.jvm.worker.Order;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A burst of blocks, all of them freed, then nothing: how much stays resident. One byte of each
 * block is written, and none is larger than a page, so that every page is touched. What is noted is
 * resident memory above what the JVM had before.
 */
public final class BurstIdle {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Path STATM = Path.of("/proc/self/statm");
    private static final int KIB_PER_PAGE = 4;
    private static final int STEP_MILLIS = 250;
    private static final long SEED = 1;

    private final Map<String, Long> notes = new LinkedHashMap<>();
    private final long before = residentKib();

    private BurstIdle() {
    }

    /** The argument is in MiB. */
    public static Answer of(Order order) throws InterruptedException {
        return new BurstIdle().run((long) order.argument() << 20, order.millis());
    }

    private Answer run(long bytes, int idleMillis) throws InterruptedException {
        Slots blocks = Slots.of(count(bytes));
        Draws sizes = Draws.octaves(SEED);
        long wall = System.nanoTime();
        long cpu = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < blocks.count(); i++) {
            blocks.allocate(i, sizes.next());
        }
        note("peak_kb");
        for (int i = 0; i < blocks.count(); i++) {
            blocks.free(i);
        }
        cpu = THREADS.getCurrentThreadCpuTime() - cpu;
        wall = System.nanoTime() - wall;
        note("freed_kb");
        for (int at = STEP_MILLIS; at <= idleMillis; at += STEP_MILLIS) {
            Thread.sleep(STEP_MILLIS);
            note("idle_" + at + "ms_kb");
        }
        note("end_kb");
        return new Answer(blocks.count(), cpu, wall, notes);
    }

    /** How many of the drawn sizes make so many bytes. */
    private static int count(long bytes) {
        Draws sizes = Draws.octaves(SEED);
        int count = 0;
        for (long sum = 0; sum < bytes; count++) {
            sum += sizes.next();
        }
        return count;
    }

    private void note(String name) {
        notes.put(name, Math.max(0, residentKib() - before));
    }

    private static long residentKib() {
        try {
            return KIB_PER_PAGE * Long.parseLong(Files.readString(STATM).split(" ")[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
