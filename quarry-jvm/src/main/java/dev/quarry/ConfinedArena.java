package dev.quarry;

import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Scopes;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The arena of one thread: the scope of a JDK arena around bytes of chunks.
 *
 * <p>A chunk is a block that holds the address of the chunk before it in its first granule. Where
 * nothing can be had any more, because the arena is closed or new, next is end.
 */
final class ConfinedArena implements QuarryArena {
    private static final long GRANULE = Geometry.GRANULE_BYTES;
    private static final long FIRST_BYTES = 2048;

    /** The largest size class; a segment that needs more has a chunk for itself. */
    private static final long MOST_BYTES = SizeClasses.MAX_BYTES;

    private final Thread owner = Thread.currentThread();
    private final Arena scope = Arena.ofConfined();

    /** Addresses of the newest chunk's first free byte and behind its last, multiples of 16. */
    private long next;

    private long end;

    /** The newest chunk's block; 0 is none. */
    private long newest;

    /** Size of the next chunk. */
    private long chunkBytes = FIRST_BYTES;

    @Override
    public MemorySegment allocateUninitialized(long byteSize, long byteAlignment) {
        Quarry.checkRequest(byteSize, byteAlignment);
        checkOwner();
        long start = SharedChunk.start(next, byteAlignment);
        if (!SharedChunk.fits(start, byteSize, end)) {
            start = grow(byteSize, byteAlignment);
        }
        next = SharedChunk.behind(start, byteSize);
        return Scopes.segment(start, byteSize, scope);
    }

    private void checkOwner() {
        if (Thread.currentThread() != owner) {
            throw new WrongThreadException("the arena belongs to " + owner);
        }
    }

    /** Takes a chunk in which the segment has room; returns where it is to start. */
    private long grow(long byteSize, long byteAlignment) {
        if (!scope.scope().isAlive()) {
            throw new IllegalStateException("the arena is closed");
        }
        long bytes = Math.max(chunkBytes, SharedChunk.needed(byteSize, byteAlignment) + GRANULE);
        long block = Quarry.malloc(bytes);
        Memory.putLong(block, newest);
        newest = block;
        end = block + bytes & -GRANULE;
        chunkBytes = Math.min(2 * bytes, MOST_BYTES);
        return SharedChunk.start(block + GRANULE, byteAlignment);
    }

    @Override
    public MemorySegment.Scope scope() {
        return scope.scope();
    }

    /** The JDK's arena refuses what must be refused; if a cleanup action throws it is closed. */
    @Override
    public void close() {
        try {
            scope.close();
        } finally {
            if (Thread.currentThread() == owner && !scope.scope().isAlive()) {
                giveBack();
            }
        }
    }

    private void giveBack() {
        next = 0;
        end = 0;
        while (newest != 0) {
            long block = newest;
            newest = Memory.getLong(block);
            Quarry.free(block);
        }
    }
}
