package dev.quarry.region;

import dev.quarry.Misuse;
import dev.quarry.MisuseException;
import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.core.base.Fault;
import java.lang.foreign.MemorySegment;

/**
 * A pool: blocks of one size, each freed by itself. The block freed last is the next handed out.
 * Blocks are aligned to 16 bytes, their content undefined. A free of an address where no block
 * starts that is in use is a {@link MisuseException}.
 *
 * <p>Not thread-safe: belongs to the thread that opened it, and so do its segments, which live
 * until the pool is closed. A use of a block after its free is not detected; see {@link
 * HandlePool}.
 */
public final class Pool implements AutoCloseable {
    private final dev.quarry.core.region.Pool core;
    private final Owner owner = new Owner();
    private final boolean isFixed;
    private final long bytes;

    private Pool(long bytes, long count, boolean isFixed) {
        long total = Owner.product(bytes, count);
        this.bytes = bytes;
        this.isFixed = isFixed;
        core = Owner.opened(dev.quarry.core.region.Pool.open(bytes, count, isFixed), total);
    }

    /**
     * A pool that doubles when all blocks are in use.
     *
     * @param bytes size of a block
     * @param firstCount blocks to begin with; 0 for 64 KiB of them
     */
    public static Pool growing(long bytes, long firstCount) {
        return new Pool(bytes, firstCount, false);
    }

    /**
     * A pool of so many blocks.
     *
     * @param bytes size of a block
     * @param count how many there are
     */
    public static Pool fixed(long bytes, long count) {
        return new Pool(bytes, count, true);
    }

    /**
     * A block's address.
     *
     * @throws RegionFullException when all blocks of a fixed pool are in use
     */
    public long allocate() {
        long block = tryAllocate();
        if (block == 0) {
            throw refused();
        }
        return block;
    }

    private RuntimeException refused() {
        if (isFixed) {
            return new RegionFullException(bytes, "all " + capacity() + " blocks are in use");
        }
        throw new OutOfNativeMemoryError(bytes);
    }

    /** As {@link #allocate}, but 0 when there is no block. */
    public long tryAllocate() {
        owner.check();
        long block = core.allocate();
        if (block < 0) {
            throw Owner.closed();
        }
        return block;
    }

    /** A block as a segment of its size, which lives until the pool is closed. */
    public MemorySegment allocateSegment() {
        return owner.segment(allocate(), bytes);
    }

    /**
     * Takes a block back.
     *
     * @param block the address of a block in use; 0 is ignored
     */
    public void free(long block) {
        checkOpen();
        int fault = core.free(block);
        if (fault != Fault.NONE) {
            throw new MisuseException(Misuse.of(fault), block);
        }
    }

    /** Takes the block that a segment starts at back. */
    public void free(MemorySegment segment) {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("a heap segment is not of this pool: " + segment);
        }
        free(segment.address());
    }

    /** Takes all blocks back at once and kills all segments; the memory stays. */
    public void reset() {
        checkOpen();
        owner.endSegments();
        core.reset();
    }

    /** Gives all memory back and kills all segments. */
    @Override
    public void close() {
        checkOpen();
        owner.endSegments();
        core.close();
    }

    private void checkOpen() {
        owner.check();
        if (!core.isOpen()) {
            throw Owner.closed();
        }
    }

    /** Blocks in use. */
    public long inUse() {
        owner.check();
        return core.inUse();
    }

    /** Blocks there are. */
    public long capacity() {
        owner.check();
        return core.capacity();
    }

    /** Bytes from one block to the next: the size rounded up to a multiple of 16. */
    public long blockBytes() {
        owner.check();
        return core.blockBytes();
    }
}
