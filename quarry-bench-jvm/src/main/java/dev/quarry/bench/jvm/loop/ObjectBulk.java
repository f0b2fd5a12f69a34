package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.ObjectAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** {@link AddressBulk} over objects. */
@State(Scope.Thread)
public class ObjectBulk extends Timed {
    private static final ObjectAllocator<Object> ALLOCATOR = Measured.objects();

    @Param("64")
    public int bytes;

    private final Object[] blocks = new Object[Plan.BULK];

    @Benchmark
    @OperationsPerInvocation(Plan.BULK)
    public void bulk() {
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = ALLOCATOR.allocateAndWrite(bytes);
        }
        for (Object block : blocks) {
            ALLOCATOR.free(block);
        }
    }
}
