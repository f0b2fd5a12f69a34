package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.AddressAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One block: allocated, written, freed. One a call, so that nothing is kept in registers. */
@State(Scope.Thread)
public class AddressPair extends Timed {
    private static final AddressAllocator ALLOCATOR = Measured.addresses();

    @Param("64")
    public int bytes;

    @Benchmark
    public void pair() {
        long block = ALLOCATOR.allocate(bytes);
        Raw.write(block);
        ALLOCATOR.free(block);
    }
}
