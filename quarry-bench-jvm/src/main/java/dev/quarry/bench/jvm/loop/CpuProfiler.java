package dev.quarry.bench.jvm.loop;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of the measuring thread, user and system, beside the clock on JMH's wall: on a machine
 * that others use too, only that repeats. For loops of one thread.
 */
public final class CpuProfiler implements InternalProfiler {
    /** CPU nanoseconds of the whole iteration. */
    public static final String NANOS = "cpu.nanos";

    /** Operations of the whole iteration. */
    public static final String OPS = "cpu.ops";

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static volatile long spent;

    static long now() {
        return THREADS.getCurrentThreadCpuTime();
    }

    static void record(long nanos) {
        spent = nanos;
    }

    @Override
    public String getDescription() {
        return "CPU time of the measuring thread";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        spent = 0;
    }

    @Override
    public Collection<ScalarResult> afterIteration(BenchmarkParams benchmark,
            IterationParams iteration, IterationResult result) {
        return List.of(new ScalarResult(NANOS, spent, "ns", AggregationPolicy.SUM),
                new ScalarResult(OPS, result.getMetadata().getAllOps(), "ops",
                        AggregationPolicy.SUM));
    }
}
