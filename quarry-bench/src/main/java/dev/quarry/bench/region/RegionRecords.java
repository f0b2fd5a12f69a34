package dev.quarry.bench.region;

import dev.quarry.Quarry;
import dev.quarry.core.base.Memory;
import dev.quarry.region.BumpArena;
import dev.quarry.region.HandlePool;
import dev.quarry.region.Pool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.lwjgl.system.MemoryStack;

/**
 * The textbook case on the JVM: records of 24 bytes, allocated, written, summed in order, given
 * back. One kind a process, so that no kind's profile disturbs another's. Prints the median of the
 * warm passes in nanoseconds of CPU time per record, and what one reset of an arena costs.
 */
public final class RegionRecords {
    /** Passes before those that count: few are many calls, but the compiler needs its time too. */
    private static final int WARM_UP = 20;

    private static final long WARM_UP_NANOS = 4_000_000_000L;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int PASSES = 9;
    private static final int RECORD_BYTES = 24;

    private final int count;
    private final long[] places;
    private final MemorySegment[] segments;

    private RegionRecords(int count) {
        this.count = count;
        this.places = new long[count];
        this.segments = new MemorySegment[count];
    }

    /** Arguments: the kind, and how many records (1,000,000). */
    public static void main(String[] arguments) {
        int count = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
        new RegionRecords(count).run(arguments[0]);
    }

    private void run(String kind) {
        switch (kind) {
            case "malloc" -> print(kind, () -> {
                fill(() -> Quarry.malloc(RECORD_BYTES));
                return 0;
            }, this::sum, () -> {
                for (long place : places) {
                    Quarry.free(place);
                }
                return 0;
            });
            case "arena" -> arena(kind);
            case "arena-segments" -> arenaSegments(kind);
            case "pool" -> pool(kind);
            case "handles" -> handles(kind);
            case "confined" -> confined(kind);
            case "slicing" -> slicing(kind);
            case "memory-stack" -> memoryStack(kind);
            case "reset" -> resets();
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private void arena(String kind) {
        try (BumpArena arena = BumpArena.growing()) {
            print(kind, () -> {
                fill(() -> arena.allocateAddress(RECORD_BYTES, 8));
                return 0;
            }, this::sum, () -> {
                arena.reset();
                return 0;
            });
        }
    }

    private void arenaSegments(String kind) {
        try (BumpArena arena = BumpArena.growing()) {
            print(kind, () -> fillSegments(arena), this::sumSegments, () -> {
                arena.reset();
                return 0;
            });
        }
    }

    private void pool(String kind) {
        try (Pool pool = Pool.fixed(RECORD_BYTES, count)) {
            print(kind, () -> {
                fill(pool::allocate);
                return 0;
            }, this::sum, () -> {
                for (long place : places) {
                    pool.free(place);
                }
                return 0;
            });
        }
    }

    private void handles(String kind) {
        try (HandlePool pool = HandlePool.fixed(RECORD_BYTES, count)) {
            print(kind, () -> {
                for (int i = 0; i < count; i++) {
                    long handle = pool.allocate();
                    write(pool.address(handle), i);
                    places[i] = handle;
                }
                return 0;
            }, () -> {
                long total = 0;
                for (long handle : places) {
                    total += read(pool.address(handle));
                }
                return total;
            }, () -> {
                for (long handle : places) {
                    pool.free(handle);
                }
                return 0;
            });
        }
    }

    private void confined(String kind) {
        Arena[] arena = new Arena[1];
        print(kind, () -> {
            arena[0] = Arena.ofConfined();
            return fillSegments(arena[0]);
        }, this::sumSegments, () -> {
            arena[0].close();
            return 0;
        });
    }

    /** The chunk is the JDK's and stays; what is given back is the allocator over it. */
    private void slicing(String kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment chunk = arena.allocate((long) RECORD_BYTES * count, 8);
            print(kind, () -> fillSegments(SegmentAllocator.slicingAllocator(chunk)),
                    this::sumSegments, () -> 0);
        }
    }

    /** LWJGL's: of fixed size, and each block costs what a bump costs; a frame is given back. */
    private void memoryStack(String kind) {
        MemoryStack stack = MemoryStack.create(RECORD_BYTES * count + 64);
        print(kind, () -> {
            stack.push();
            fill(() -> stack.nmalloc(8, RECORD_BYTES));
            return 0;
        }, this::sum, () -> {
            stack.pop();
            return 0;
        });
    }

    private void fill(LongSupplier allocator) {
        for (int i = 0; i < count; i++) {
            long address = allocator.getAsLong();
            write(address, i);
            places[i] = address;
        }
    }

    private static void write(long address, long i) {
        Memory.putLong(address, i);
        Memory.putLong(address + 8, i * 3);
        Memory.putLong(address + 16, i + 1);
    }

    private static long read(long address) {
        return Memory.getLong(address) + Memory.getLong(address + 8) + Memory.getLong(address + 16);
    }

    private long sum() {
        long total = 0;
        for (long place : places) {
            total += read(place);
        }
        return total;
    }

    private long fillSegments(SegmentAllocator allocator) {
        for (int i = 0; i < count; i++) {
            MemorySegment segment = allocator.allocate(RECORD_BYTES, 8);
            segment.set(ValueLayout.JAVA_LONG, 0, i);
            segment.set(ValueLayout.JAVA_LONG, 8, i * 3L);
            segment.set(ValueLayout.JAVA_LONG, 16, i + 1L);
            segments[i] = segment;
        }
        return 0;
    }

    private long sumSegments() {
        long total = 0;
        for (MemorySegment segment : segments) {
            total += segment.get(ValueLayout.JAVA_LONG, 0)
                    + segment.get(ValueLayout.JAVA_LONG, 8)
                    + segment.get(ValueLayout.JAVA_LONG, 16);
        }
        return total;
    }

    private void print(String kind, LongSupplier fill, LongSupplier sum, LongSupplier giveBack) {
        long start = System.nanoTime();
        for (int i = 0; i < WARM_UP || System.nanoTime() - start < WARM_UP_NANOS; i++) {
            pass(fill, sum, giveBack);
        }
        double[][] times = new double[3][PASSES];
        for (int pass = 0; pass < PASSES; pass++) {
            long[] steps = pass(fill, sum, giveBack);
            for (int step = 0; step < steps.length; step++) {
                times[step][pass] = steps[step];
            }
        }
        System.out.printf("%-15s allocate %7.2f  sum %6.2f  release %6.2f ns per record%n",
                kind, median(times[0]), median(times[1]), median(times[2]));
    }

    /** What each of the three steps took. */
    private long[] pass(LongSupplier fill, LongSupplier sum, LongSupplier giveBack) {
        long began = now();
        fill.getAsLong();
        long filled = now();
        long total = sum.getAsLong();
        long summed = now();
        giveBack.getAsLong();
        long ended = now();
        long expected = 5L * count * (count - 1) / 2 + count;
        if (total != expected) {
            throw new IllegalStateException("the sum is " + total + ", not " + expected);
        }
        return new long[] {filled - began, summed - filled, ended - summed};
    }

    /** CPU time of this thread, so that the compiler's and other processes' are not counted. */
    private static long now() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2] / count;
    }

    /** One small segment, or one address, and a reset. */
    private void resets() {
        try (BumpArena arena = BumpArena.growing()) {
            double[] segmentTimes = new double[PASSES];
            double[] addressTimes = new double[PASSES];
            for (int pass = -WARM_UP; pass < PASSES; pass++) {
                long began = now();
                for (int i = 0; i < count; i++) {
                    arena.allocateUninitialized(RECORD_BYTES, 8).set(ValueLayout.JAVA_LONG, 0, i);
                    arena.reset();
                }
                long middle = now();
                for (int i = 0; i < count; i++) {
                    Memory.putLong(arena.allocateAddress(RECORD_BYTES, 8), i);
                    arena.reset();
                }
                if (pass >= 0) {
                    segmentTimes[pass] = middle - began;
                    addressTimes[pass] = now() - middle;
                }
            }
            System.out.printf("one block and a reset: by segment %.1f ns, by address %.1f ns%n",
                    median(segmentTimes), median(addressTimes));
        }
    }
}
