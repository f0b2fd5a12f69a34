package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.ObjectAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** {@link AddressChurn} over objects. */
@State(Scope.Thread)
public class ObjectChurn extends Timed {
    private static final ObjectAllocator<Object> ALLOCATOR = Measured.objects();

    @Param("64")
    public int bytes;

    private final Object[] live = new Object[Plan.LIVE];
    private final short[] places = new Plan().places;

    @Setup
    public void fill() {
        for (int i = 0; i < live.length; i++) {
            live[i] = ALLOCATOR.allocateAndWrite(bytes);
        }
    }

    @TearDown
    public void drain() {
        for (Object block : live) {
            ALLOCATOR.free(block);
        }
    }

    @Benchmark
    @OperationsPerInvocation(Plan.REPLACEMENTS)
    public void churn() {
        for (short place : places) {
            ALLOCATOR.free(live[place]);
            live[place] = ALLOCATOR.allocateAndWrite(bytes);
        }
    }
}
