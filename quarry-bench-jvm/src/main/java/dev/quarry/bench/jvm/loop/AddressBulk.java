package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.AddressAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** 1024 blocks of one size, each written, then all freed in the same order. */
@State(Scope.Thread)
public class AddressBulk extends Timed {
    private static final AddressAllocator ALLOCATOR = Measured.addresses();

    @Param("64")
    public int bytes;

    private final long[] blocks = new long[Plan.BULK];

    @Benchmark
    @OperationsPerInvocation(Plan.BULK)
    public void bulk() {
        long size = bytes;
        for (int i = 0; i < blocks.length; i++) {
            long block = ALLOCATOR.allocate(size);
            Raw.write(block);
            blocks[i] = block;
        }
        for (long block : blocks) {
            ALLOCATOR.free(block);
        }
    }
}
