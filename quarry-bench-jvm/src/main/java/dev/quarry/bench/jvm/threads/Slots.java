package dev.quarry.bench.jvm.threads;

import dev.quarry.bench.jvm.loop.Measured;

/** Places for blocks of the measured allocator, whichever kind it is. For one thread at a time. */
abstract class Slots {

    static Slots of(int count) {
        return Measured.kind().equals(Measured.ADDRESSES) ? new AddressSlots(count)
                : new ObjectSlots(count);
    }

    /** Allocates a block and writes its first byte. */
    abstract void allocate(int slot, int bytes);

    abstract void free(int slot);

    abstract int count();
}
