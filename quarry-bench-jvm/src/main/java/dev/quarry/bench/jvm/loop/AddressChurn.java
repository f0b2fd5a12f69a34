package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.AddressAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** 256 live blocks of one size, replaced at random: a cache or a session table. */
@State(Scope.Thread)
public class AddressChurn extends Timed {
    private static final AddressAllocator ALLOCATOR = Measured.addresses();

    @Param("64")
    public int bytes;

    private final long[] live = new long[Plan.LIVE];
    private final short[] places = new Plan().places;

    @Setup
    public void fill() {
        for (int i = 0; i < live.length; i++) {
            replace(i, bytes);
        }
    }

    @TearDown
    public void drain() {
        for (long block : live) {
            ALLOCATOR.free(block);
        }
    }

    @Benchmark
    @OperationsPerInvocation(Plan.REPLACEMENTS)
    public void churn() {
        long size = bytes;
        for (short place : places) {
            ALLOCATOR.free(live[place]);
            replace(place, size);
        }
    }

    private void replace(int place, long size) {
        long block = ALLOCATOR.allocate(size);
        Raw.write(block);
        live[place] = block;
    }
}
