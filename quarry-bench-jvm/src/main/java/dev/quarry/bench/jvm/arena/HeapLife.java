package dev.quarry.bench.jvm.arena;

import dev.quarry.Quarry;
import dev.quarry.bench.jvm.loop.Raw;
import dev.quarry.bench.jvm.loop.Timed;
import dev.quarry.heap.Heap;
import dev.quarry.heap.HeapOptions;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;
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

/** A block is allocated, written to and freed: in a heap with a limit, by Quarry, by downcalls. */
@SuppressWarnings("restricted")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class HeapLife extends Timed {
    private static final MethodHandle MALLOC = function(
            "malloc", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE =
            function("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

    @Param({"64", "4096", "100000"})
    int bytes;

    private Heap app;
    private Heap cache;

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
    }

    /** One within another, both limited. */
    @Setup(Level.Trial)
    public void open() {
        app = Heap.open(HeapOptions.named("app").withLimit(1 << 30));
        cache = Heap.open(HeapOptions.named("cache").within(app).withLimit(1 << 29));
    }

    @TearDown(Level.Trial)
    public void close() {
        cache.close();
        app.close();
    }

    @Benchmark
    public void heapPair() {
        long block = cache.malloc(bytes);
        Raw.write(block);
        cache.free(block);
    }

    @Benchmark
    public void quarryPair() {
        long block = Quarry.malloc(bytes);
        Raw.write(block);
        Quarry.free(block);
    }

    /** The C library's. */
    @Benchmark
    public void downcallPair() throws Throwable {
        long block = (long) MALLOC.invokeExact((long) bytes);
        Raw.write(block);
        FREE.invokeExact(block);
    }

    /** A heap is opened, gives one block and is closed. */
    @Benchmark
    public void openAndClose() {
        try (Heap heap = Heap.open(HeapOptions.named("short").within(app))) {
            Raw.write(heap.malloc(bytes));
        }
    }

    /** The same with a segment, whose scope has to be closed. */
    @Benchmark
    public long openAndCloseWithSegment() {
        try (Heap heap = Heap.open(HeapOptions.named("short").within(app))) {
            return heap.allocateUninitialized(bytes, 16).address();
        }
    }
}
