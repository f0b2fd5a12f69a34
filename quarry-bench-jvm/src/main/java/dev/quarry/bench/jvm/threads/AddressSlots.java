package dev.quarry.bench.jvm.threads;

import dev.quarry.bench.jvm.allocator.AddressAllocator;
import dev.quarry.bench.jvm.loop.Measured;
import dev.quarry.bench.jvm.loop.Raw;

final class AddressSlots extends Slots {
    private static final AddressAllocator ALLOCATOR = Measured.addresses();

    private final long[] blocks;

    AddressSlots(int count) {
        blocks = new long[count];
    }

    @Override
    void allocate(int slot, int bytes) {
        long block = ALLOCATOR.allocate(bytes);
        Raw.write(block);
        blocks[slot] = block;
    }

    @Override
    void free(int slot) {
        ALLOCATOR.free(blocks[slot]);
    }

    @Override
    int count() {
        return blocks.length;
    }
}
