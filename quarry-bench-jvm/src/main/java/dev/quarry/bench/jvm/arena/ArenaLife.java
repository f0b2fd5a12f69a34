package dev.quarry.bench.jvm.arena;

import dev.quarry.Quarry;
import dev.quarry.bench.jvm.loop.Timed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** An arena is opened, gives zeroed segments, each written to, and is closed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ArenaLife extends Timed {
    @Param({"1", "8", "64"})
    int segments;

    @Param({"8", "64", "512", "4096"})
    int bytes;

    @Benchmark
    public long jdkConfined() {
        return life(Arena::ofConfined);
    }

    @Benchmark
    public long quarryConfined() {
        return life(Quarry::confinedArena);
    }

    @Benchmark
    public long jdkShared() {
        return life(Arena::ofShared);
    }

    @Benchmark
    public long quarryShared() {
        return life(Quarry::sharedArena);
    }

    private long life(Supplier<Arena> open) {
        long sum = 0;
        try (Arena arena = open.get()) {
            for (int i = 0; i < segments; i++) {
                MemorySegment segment = arena.allocate(bytes, 8);
                segment.set(ValueLayout.JAVA_LONG, 0, i);
                sum += segment.address();
            }
        }
        return sum;
    }
}
