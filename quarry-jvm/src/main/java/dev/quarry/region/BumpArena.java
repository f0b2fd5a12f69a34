package dev.quarry.region;

import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.QuarryAllocator;
import dev.quarry.core.region.Refusal;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * An arena: blocks of any size and alignment for the rise of a pointer, given back all at once by
 * {@link #reset} or {@link #close}, or back to a {@link #mark}.
 *
 * <p>Blocks are had as addresses or, by the methods of {@link QuarryAllocator}, as segments. An
 * access to a segment after a reset throws {@link IllegalStateException}; through an address
 * nothing can be checked, but a {@link Reference} can. Segments are zeroed, addresses lead to bytes
 * of no defined value.
 *
 * {@snippet file="dev/quarry/ExamplesTest.java" region="arena"}
 *
 * <p>Not thread-safe: belongs to the thread that opened it, and so do its segments.
 */
public final class BumpArena implements QuarryAllocator, AutoCloseable {
    /** The greatest alignment that can be asked for, 2 MiB. */
    public static final long MAX_ALIGNMENT = dev.quarry.core.region.BumpArena.MAX_ALIGNMENT;

    private final dev.quarry.core.region.BumpArena core;
    private final Owner owner = new Owner();
    private final boolean isFixed;

    /** The chunk that the last segment was cut from; null when none was since the last reset. */
    private @Nullable MemorySegment chunk;

    private long chunkStart;

    /**
     * Where a block lies in an arena, checked when used: after a reset it leads nowhere.
     *
     * @param offset distance from the arena's start
     * @param generation the arena's when the reference was made
     */
    public record Reference(long offset, long generation) {}

    private BumpArena(long bytes, boolean isFixed) {
        if (bytes < 0) {
            throw Owner.negative(bytes);
        }
        this.isFixed = isFixed;
        core = Owner.opened(dev.quarry.core.region.BumpArena.open(bytes, isFixed), bytes);
    }

    /** An arena that grows by chunks, each twice the one before, beginning with 64 KiB. */
    public static BumpArena growing() {
        return new BumpArena(0, false);
    }

    /**
     * An arena that grows by chunks.
     *
     * @param firstBytes size of the first chunk; 0 for 64 KiB
     */
    public static BumpArena growing(long firstBytes) {
        return new BumpArena(firstBytes, false);
    }

    /**
     * An arena of one chunk.
     *
     * @param capacity its bytes
     */
    public static BumpArena fixed(long capacity) {
        return new BumpArena(capacity, true);
    }

    /**
     * Allocates; the content is undefined. A fixed arena without room throws {@link
     * RegionFullException}, exhausted memory {@link OutOfNativeMemoryError}.
     *
     * @param bytes the size; 0 takes one byte
     * @param alignment a power of two up to {@link #MAX_ALIGNMENT}
     * @return the address
     */
    public long allocateAddress(long bytes, long alignment) {
        long address = tryAllocateAddress(bytes, alignment);
        if (address == 0) {
            throw refused(bytes);
        }
        return address;
    }

    /** As {@link #allocateAddress}, but 0 when there is no room. */
    public long tryAllocateAddress(long bytes, long alignment) {
        owner.check();
        if (bytes < 0) {
            throw Owner.negative(bytes);
        }
        long address = core.allocate(bytes, alignment);
        if (address < 0) {
            throw misused(address, alignment);
        }
        return address;
    }

    private RuntimeException refused(long bytes) {
        if (isFixed) {
            return new RegionFullException(bytes, used() + " of " + capacity() + " bytes are used");
        }
        throw new OutOfNativeMemoryError(bytes);
    }

    private static RuntimeException misused(long refusal, long alignment) {
        return refusal == Refusal.CLOSED
                ? Owner.closed()
                : new IllegalArgumentException("alignment " + alignment
                        + " is no power of two from 1 to " + MAX_ALIGNMENT);
    }

    /** Allocates a segment whose content is undefined; see {@link #allocateAddress}. */
    @Override
    public MemorySegment allocateUninitialized(long bytes, long alignment) {
        long address = allocateAddress(bytes, alignment);
        if (chunk == null || address - chunkStart >= chunk.byteSize() || address < chunkStart) {
            chunkStart = core.chunkStart();
            chunk = owner.segment(chunkStart, core.chunkBytes());
        }
        return chunk.asSlice(address - chunkStart, bytes);
    }

    /** Takes all blocks back, kills all segments, raises the generation. The memory stays. */
    public void reset() {
        checkOpen();
        endSegments();
        core.reset();
    }

    /** Gives all memory back and kills all segments. */
    @Override
    public void close() {
        checkOpen();
        endSegments();
        core.close();
    }

    private void endSegments() {
        owner.endSegments();
        chunk = null;
        chunkStart = 0;
    }

    private void checkOpen() {
        owner.check();
        if (!core.isOpen()) {
            throw Owner.closed();
        }
    }

    /** A mark of what is in use now, to roll back to. Marks in a row are one. */
    public long mark() {
        checkOpen();
        long mark = core.mark();
        if (mark == 0) {
            throw new OutOfNativeMemoryError(0);
        }
        return mark;
    }

    /**
     * Takes back what was allocated since a mark. The mark stays good; those made after it, and all
     * after a reset, are stale. Segments are not killed: use a reset where that is wanted.
     *
     * @throws StaleException when the mark is stale, or another arena's
     */
    public void rollback(long mark) {
        checkOpen();
        if (core.rollback(mark) != 0) {
            throw new StaleException("mark", mark);
        }
    }

    /**
     * A reference to an address in use.
     *
     * @throws IllegalArgumentException when the address is not in use in this arena
     */
    public Reference refer(long address) {
        checkOpen();
        long offset = core.offsetOf(address);
        if (offset < 0) {
            throw new IllegalArgumentException(
                    "0x" + Long.toHexString(address) + " is not in use in this arena");
        }
        return new Reference(offset, core.generation());
    }

    /**
     * The address of bytes referred to; 0 when the arena was reset since, when they are not in use,
     * or when the reference is another arena's. What was rolled back and handed out again is in
     * use.
     */
    public long address(Reference reference, long bytes) {
        checkOpen();
        return core.resolve(reference.offset(), bytes, reference.generation());
    }

    /** As {@link #address}, as a segment that lives until the next reset; or null. */
    public @Nullable MemorySegment get(Reference reference, long bytes) {
        long address = address(reference, bytes);
        return address == 0 ? null : owner.segment(address, bytes);
    }

    /** Bytes handed out, with what alignment has cost. */
    public long used() {
        owner.check();
        return core.used();
    }

    /** The most that was ever in use. */
    public long highWater() {
        owner.check();
        return core.highWater();
    }

    /** Bytes of all chunks. */
    public long capacity() {
        owner.check();
        return core.capacity();
    }

    /** A number that each reset raises and that no other arena ever has; 0 when closed. */
    public long generation() {
        owner.check();
        return core.generation();
    }

    /** Whether it has not been closed. */
    public boolean isOpen() {
        return core.isOpen();
    }
}
