package dev.quarry.bench.jvm.threads;

import com.sun.management.ThreadMXBean;
import dev.quarry.bench.jvm.worker.Answer;
import dev.quarry.bench.jvm.worker.Order;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run of several threads. CPU time is the process's, collections included: virtual threads have
 * no clock of their own, and what collects the garbage works for the allocator that made it.
 */
public final class ThreadedRun {
    private static final ThreadMXBean THREADS =
            ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /** So much of the calls takes no longer than what is noted under that name. */
    private record Share(String note, double percent) {
    }

    private static final List<Share> SHARES = List.of(new Share("p50_ns", 50),
            new Share("p90_ns", 90), new Share("p99_ns", 99), new Share("p999_ns", 99.9),
            new Share("p9999_ns", 99.99), new Share("max_ns", 100));

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
        for (Share share : SHARES) {
            notes.put(share.note, crew.latencies().getValueAtPercentile(share.percent));
        }
        return notes;
    }
}
