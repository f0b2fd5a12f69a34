package dev.quarry;

import dev.quarry.core.base.Scopes;
import dev.quarry.core.tune.Geometry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A block from which segments of one scope are cut, by any thread. */
final class SharedChunk {
    private static final long GRANULE = Geometry.GRANULE_BYTES;
    private static final VarHandle NEXT = next();

    /** The block's address. */
    final long block;

    /** Its usable size, a multiple of 16. */
    final long bytes;

    private final MemorySegment segment;

    /** Address of the first free byte, a multiple of 16. Only raised. */
    private volatile long next;

    /** The chunk before it in its scope's list; written before it is in the list. */
    @Nullable SharedChunk olderOfScope;

    /** The chunk its arena had for itself before, or null; written before the arena has it. */
    @Nullable SharedChunk olderOfArena;

    private SharedChunk(long block, long bytes, MemorySegment segment) {
        this.block = block;
        this.bytes = bytes;
        this.segment = segment;
        next = block;
    }

    private static VarHandle next() {
        try {
            return MethodHandles.lookup().findVarHandle(SharedChunk.class, "next", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A chunk without any room. */
    static SharedChunk nothing() {
        return new SharedChunk(0, 0, MemorySegment.NULL);
    }

    /**
     * A new chunk of at least so many bytes, whose segments end with the scope.
     *
     * @throws IllegalStateException when the scope has ended already
     */
    static SharedChunk create(long leastBytes, Arena scope) {
        long block = Quarry.malloc(leastBytes);
        try {
            long bytes = Quarry.usableSize(block);
            return new SharedChunk(block, bytes, Scopes.segment(block, bytes, scope));
        } catch (OutOfMemoryError | IllegalStateException e) {
            Quarry.free(block);
            throw e;
        }
    }

    /** Where a segment begins whose chunk is free from an address on. */
    static long start(long free, long byteAlignment) {
        return free + byteAlignment - 1 & -byteAlignment;
    }

    /** Whether a segment that begins there ends before its chunk. One of 0 bytes takes 1. */
    static boolean fits(long start, long byteSize, long end) {
        return Math.max(byteSize, 1) <= end - start;
    }

    /** Where the chunk is free behind a segment. */
    static long behind(long start, long byteSize) {
        return start(start + Math.max(byteSize, 1), GRANULE);
    }

    /** Bytes a chunk needs to have room for a segment in any case. */
    static long needed(long byteSize, long byteAlignment) {
        long overhead = Math.max(byteAlignment, GRANULE);
        if (byteSize > Long.MAX_VALUE - overhead) {
            throw new OutOfNativeMemoryError(byteSize);
        }
        return byteSize + overhead;
    }

    /** Cuts a segment, or returns null when there is no room for it. */
    @Nullable MemorySegment cut(long byteSize, long byteAlignment) {
        long end = block + bytes;
        while (true) {
            long seen = next;
            long start = start(seen, byteAlignment);
            if (!fits(start, byteSize, end)) {
                return null;
            }
            if (NEXT.compareAndSet(this, seen, behind(start, byteSize))) {
                return segment.asSlice(start - block, byteSize);
            }
        }
    }
}
