package dev.quarry.bench.jvm.threads;

import com.sun.management.ThreadMXBean;
import dev.quarry.bench.jvm.worker.Answer;
import dev.quarry.bench.jvm.worker.Order;
import dev.quarry.bench.result.LatencyShare;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A run of several threads. CPU time is the process's, collections included: virtual threads have
 * no clock of their own, and what collects the garbage works for the allocator that made it.
 */
public final class ThreadedRun {
    private static final ThreadMXBean THREADS =
            ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private ThreadedRun() {
    }

    public static Answer of(Order order) throws InterruptedException {
        if (order.leadMillis() > 0) {
            run(order, order.leadMillis());
        }
        return run(order, order.millis());
    }

    private static Answer run(Order order, int millis) throws InterruptedException {
        Crew crew = new Crew();
        ProcessCpu process = new ProcessCpu();
        Scene scene = Scene.of(order.workload(), order.argument());
        Thread timer = Thread.ofPlatform().start(() -> stopAfter(millis, crew));
        long garbage = THREADS.getTotalThreadAllocatedBytes();
        long wall = System.nanoTime();
        long cpu = process.nanos();
        scene.play(crew);
        cpu = process.nanos() - cpu;
        wall = System.nanoTime() - wall;
        garbage = THREADS.getTotalThreadAllocatedBytes() - garbage;
        timer.join();
        return new Answer(crew.ops(), cpu, wall, notes(crew, garbage));
    }

    private static void stopAfter(int millis, Crew crew) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        crew.stop();
    }

    private static Map<String, Long> notes(Crew crew, long garbage) {
        Map<String, Long> notes = new LinkedHashMap<>();
        notes.put(Answer.GARBAGE, 1000 * garbage / Math.max(1, crew.ops()));
        for (LatencyShare share : LatencyShare.values()) {
            notes.put(share.note(), crew.latencies().getValueAtPercentile(share.percent()));
        }
        return notes;
    }
}
