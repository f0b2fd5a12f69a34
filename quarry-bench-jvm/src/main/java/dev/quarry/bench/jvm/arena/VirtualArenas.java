package dev.quarry.bench.jvm.arena;

import dev.quarry.Quarry;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

/** 10,000 virtual threads, each with an arena, beside 8 platform threads that do the same. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class VirtualArenas {
    private static final int VIRTUAL = 10_000;
    private static final int PLATFORM = 8;
    private static final int SEGMENTS = 16;

    /** Whose arenas are opened. */
    public enum Opened {
        JDK(Arena::ofConfined),
        QUARRY(Quarry::confinedArena);

        final Supplier<Arena> opener;

        Opened(Supplier<Arena> opener) {
            this.opener = opener;
        }
    }

    @Param({"JDK", "QUARRY"})
    Opened opened;

    private final List<Thread> beside = new ArrayList<>();
    private volatile boolean isOver;

    @Setup(Level.Trial)
    public void start() {
        for (int i = 0; i < PLATFORM; i++) {
            beside.add(Thread.ofPlatform().start(() -> {
                while (!isOver) {
                    answer();
                }
            }));
        }
    }

    @TearDown(Level.Trial)
    public void stop() throws InterruptedException {
        isOver = true;
        for (Thread thread : beside) {
            thread.join();
        }
    }

    private void answer() {
        try (Arena arena = opened.opener.get()) {
            for (int i = 0; i < SEGMENTS; i++) {
                arena.allocate(16 + 64L * i).fill((byte) i);
            }
            Thread.yield();
        }
    }

    @Benchmark
    public void serve() throws InterruptedException {
        List<Thread> threads = new ArrayList<>(VIRTUAL);
        for (int i = 0; i < VIRTUAL; i++) {
            threads.add(Thread.ofVirtual().start(this::answer));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
