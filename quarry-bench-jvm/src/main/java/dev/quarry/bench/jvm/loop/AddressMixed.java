package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.AddressAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Churn over sizes from 16 B to 1 KiB: no two neighbouring requests are alike. */
@State(Scope.Thread)
public class AddressMixed extends Timed {
    private static final AddressAllocator ALLOCATOR = Measured.addresses();

    private final long[] live = new long[Plan.LIVE];
    private final short[] places;
    private final short[] sizes;

    public AddressMixed() {
        var plan = new Plan();
        places = plan.places;
        sizes = plan.sizes;
    }

    @Setup
    public void fill() {
        for (int i = 0; i < live.length; i++) {
            replace(i, sizes[i]);
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
    public void mixed() {
        for (int i = 0; i < Plan.REPLACEMENTS; i++) {
            ALLOCATOR.free(live[places[i]]);
            replace(places[i], sizes[i]);
        }
    }

    private void replace(int place, long size) {
        long block = ALLOCATOR.allocate(size);
        Raw.write(block);
        live[place] = block;
    }
}
