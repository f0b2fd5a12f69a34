package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.ObjectAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** {@link AddressPair} over objects. */
@State(Scope.Thread)
public class ObjectPair extends Timed {
    private static final ObjectAllocator<Object> ALLOCATOR = Measured.objects();

    @Param("64")
    public int bytes;

    @Benchmark
    public void pair() {
        ALLOCATOR.free(ALLOCATOR.allocateAndWrite(bytes));
    }
}
