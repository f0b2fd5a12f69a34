package dev.quarry.region;

import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.core.region.Refusal;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A pool whose blocks are known by handles: the index of a slot (low 32 bits) and the generation of
 * that slot, which each free raises. A handle of a block that was freed leads nowhere, also when
 * the slot is in use again. A slot whose generations are used up is retired. 0 is no handle.
 *
 * <p>A handle of another pool, or one made up, leads nowhere unless it happens to be one of this
 * pool. An address or a segment had from a handle is not checked any further.
 *
 * <p>Not thread-safe: belongs to the thread that opened it, and so do its segments, which live
 * until the pool is closed.
 */
public final class HandlePool implements AutoCloseable {
    private final dev.quarry.core.region.HandlePool core;
    private final Owner owner = new Owner();
    private final boolean isFixed;
    private final long bytes;

    private HandlePool(long bytes, long count, boolean isFixed) {
        long total = Owner.product(bytes, count);
        this.bytes = bytes;
        this.isFixed = isFixed;
        core = Owner.opened(dev.quarry.core.region.HandlePool.open(bytes, count, isFixed), total);
    }

    /**
     * A pool that doubles when all slots are in use.
     *
     * @param bytes size of a block
     * @param firstCount slots to begin with, rounded up to a power of two; 0 for 1024
     */
    public static HandlePool growing(long bytes, long firstCount) {
        return new HandlePool(bytes, firstCount, false);
    }

    /**
     * A pool of so many slots.
     *
     * @param bytes size of a block
     * @param count how many there are
     */
    public static HandlePool fixed(long bytes, long count) {
        return new HandlePool(bytes, count, true);
    }

    /**
     * The handle of a block whose content is undefined.
     *
     * @throws RegionFullException when no slot of a fixed pool is left
     */
    public long allocate() {
        long handle = tryAllocate();
        if (handle == 0) {
            throw refused();
        }
        return handle;
    }

    private RuntimeException refused() {
        if (isFixed) {
            return new RegionFullException(
                    bytes, inUse() + " slots are in use and " + retired() + " retired");
        }
        throw new OutOfNativeMemoryError(bytes);
    }

    /** As {@link #allocate}, but 0 when there is no slot. */
    public long tryAllocate() {
        owner.check();
        long handle = core.allocate();
        if (handle == Refusal.CLOSED) {
            throw Owner.closed();
        }
        return handle;
    }

    /** The address of a handle's block; 0 when the handle is stale or none of this pool. */
    public long address(long handle) {
        owner.check();
        return core.resolve(handle);
    }

    /** A handle's block as a segment; null when the handle is stale or none of this pool. */
    public @Nullable MemorySegment get(long handle) {
        long address = address(handle);
        return address == 0 ? null : owner.segment(address, bytes);
    }

    /**
     * Takes a handle's block back.
     *
     * @throws StaleException when the handle is stale or none of this pool
     */
    public void free(long handle) {
        checkOpen();
        if (core.free(handle) != 0) {
            throw new StaleException("handle", handle);
        }
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

    /** Slots there are, the retired ones too. */
    public long capacity() {
        owner.check();
        return core.capacity();
    }

    /** Slots whose generations are used up. */
    public long retired() {
        owner.check();
        return core.retired();
    }

    /** Bytes from one block to the next: the size rounded up to a multiple of 16. */
    public long blockBytes() {
        owner.check();
        return core.blockBytes();
    }
}
