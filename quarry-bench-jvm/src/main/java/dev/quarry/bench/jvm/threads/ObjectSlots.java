package dev.quarry.bench.jvm.threads;

import dev.quarry.bench.jvm.allocator.ObjectAllocator;
import dev.quarry.bench.jvm.loop.Measured;

final class ObjectSlots extends Slots {
    private static final ObjectAllocator<Object> ALLOCATOR = Measured.objects();

    private final Object[] blocks;

    ObjectSlots(int count) {
        blocks = new Object[count];
    }

    @Override
    void allocate(int slot, int bytes) {
        blocks[slot] = ALLOCATOR.allocateAndWrite(bytes);
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
