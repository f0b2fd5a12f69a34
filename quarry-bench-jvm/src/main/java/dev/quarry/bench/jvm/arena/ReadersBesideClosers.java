package dev.quarry.bench.jvm.arena;

import dev.quarry.Quarry;
import dev.quarry.bench.jvm.loop.Timed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A thread reads a shared arena while another opens and closes 10,000 arenas a second: confined
 * ones, whose close is nobody else's business, or shared ones.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ReadersBesideClosers extends Timed {
    private static final int NUMBERS = 1024;
    private static final long PERIOD_NANOS = 100_000;

    /** Whose arenas are closed. */
    public enum Closed {
        JDK_CONFINED(Arena::ofConfined),
        JDK_SHARED(Arena::ofShared),
        QUARRY_SHARED(Quarry::sharedArena);

        final Supplier<Arena> opener;

        Closed(Supplier<Arena> opener) {
            this.opener = opener;
        }
    }

    @Param({"JDK_CONFINED", "JDK_SHARED", "QUARRY_SHARED"})
    Closed closed;

    private Arena arena;
    private MemorySegment numbers;
    private Thread closer;
    private volatile boolean isOver;

    @Setup(Level.Trial)
    public void open() {
        arena = Quarry.sharedArena();
        numbers = arena.allocate(ValueLayout.JAVA_LONG, NUMBERS);
        closer = Thread.ofPlatform().start(this::closeMany);
    }

    /** Catches up when it was late, so that the rate holds. */
    private void closeMany() {
        long next = System.nanoTime();
        while (!isOver) {
            try (Arena other = closed.opener.get()) {
                other.allocate(64).fill((byte) 1);
            }
            next += PERIOD_NANOS;
            while (!isOver && System.nanoTime() < next) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }
    }

    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
        isOver = true;
        closer.join();
        arena.close();
    }

    @Benchmark
    public long read() {
        long sum = 0;
        for (int i = 0; i < NUMBERS; i++) {
            sum += numbers.getAtIndex(ValueLayout.JAVA_LONG, i);
        }
        return sum;
    }
}
