package dev.quarry.bench.jvm.worker;

import dev.quarry.bench.jvm.loop.CpuProfiler;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One run of JMH inside this JVM, which is itself the fork: it measures one allocator, and the
 * suite asks many such JVMs in turn, so that a slow moment of the machine hits all alike.
 */
public final class JmhRun {
    private static final String GARBAGE = "gc.alloc.rate.norm";

    private JmhRun() {
    }

    /** The kind is what the names of the loops' classes begin with. */
    public static Answer of(Order order, String kind) throws RunnerException {
        RunResult result = new Runner(options(order, kind)).runSingle();
        double ops = secondary(result, CpuProfiler.OPS);
        return new Answer((long) ops, (long) secondary(result, CpuProfiler.NANOS),
                Math.round(result.getPrimaryResult().getScore() * ops),
                Map.of(Answer.GARBAGE, Math.round(1000 * secondary(result, GARBAGE))));
    }

    private static Options options(Order order, String kind) {
        ChainedOptionsBuilder options = new OptionsBuilder().include(pattern(order, kind))
                .forks(0).threads(1).syncIterations(false)
                .mode(Mode.AverageTime).timeUnit(TimeUnit.NANOSECONDS)
                .warmupIterations(order.leadMillis() == 0 ? 0 : 1)
                .warmupTime(TimeValue.milliseconds(order.leadMillis()))
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(order.millis()))
                .addProfiler(GCProfiler.class).addProfiler(CpuProfiler.class)
                .shouldFailOnError(true).verbosity(VerboseMode.SILENT);
        if (order.argument() != 0) {
            options.param("bytes", Integer.toString(order.argument()));
        }
        return options.build();
    }

    private static String pattern(Order order, String kind) {
        String workload = order.workload();
        return "\\." + kind + workload.substring(0, 1).toUpperCase()
                + workload.substring(1) + "\\." + workload + "$";
    }

    /** Older releases of JMH mark the names of their own profilers. Nothing counted is a 0. */
    @SuppressWarnings("rawtypes") // JMH declares the map so.
    private static double secondary(RunResult result, String name) {
        for (var entry : result.getSecondaryResults().entrySet()) {
            if (entry.getKey().endsWith(name)) {
                return entry.getValue().getScore();
            }
        }
        return 0;
    }
}
