package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.ObjectAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** {@link AddressMixed} over objects. */
@State(Scope.Thread)
public class ObjectMixed extends Timed {
    private static final ObjectAllocator<Object> ALLOCATOR = Measured.objects();

    private final Object[] live = new Object[Plan.LIVE];
    private final short[] places;
    private final short[] sizes;

    public ObjectMixed() {
        var plan = new Plan();
        places = plan.places;
        sizes = plan.sizes;
    }

    @Setup
    public void fill() {
        for (int i = 0; i < live.length; i++) {
            live[i] = ALLOCATOR.allocateAndWrite(sizes[i]);
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
    public void mixed() {
        for (int i = 0; i < Plan.REPLACEMENTS; i++) {
            ALLOCATOR.free(live[places[i]]);
            live[places[i]] = ALLOCATOR.allocateAndWrite(sizes[i]);
        }
    }
}
