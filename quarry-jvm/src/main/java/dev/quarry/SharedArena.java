package dev.quarry;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An arena of all threads: segments are cut from a chunk without a lock. A segment's bytes are
 * touched through it alone, so that the JDK's scope guards them also while another thread closes.
 */
abstract class SharedArena implements QuarryArena {
    /** The largest chunk that is taken for more than one segment. */
    private static final long MOST_BYTES = 1 << 20;

    private static final VarHandle CHUNK = chunk();

    /** The JDK's arena whose scope the segments have. */
    final Arena jdk;

    /** The newest chunk; null when the arena is closed. */
    private volatile @Nullable SharedChunk chunk;

    SharedArena(Arena jdk) {
        this.jdk = jdk;
    }

    private static VarHandle chunk() {
        try {
            return MethodHandles.lookup()
                    .findVarHandle(SharedArena.class, "chunk", SharedChunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Sets the first chunk, before any other thread can see the arena. */
    final void begin(SharedChunk first) {
        CHUNK.set(this, first);
    }

    /** A chunk to go on with: of so many bytes or more, if it is this arena's alone. */
    abstract SharedChunk after(SharedChunk newest, long needed);

    /** How many bytes the next chunk is to have at least. */
    static long grown(SharedChunk newest, long needed) {
        return Math.max(needed, Math.min(2 * newest.bytes, MOST_BYTES));
    }

    @Override
    public final MemorySegment allocateUninitialized(long byteSize, long byteAlignment) {
        Quarry.checkRequest(byteSize, byteAlignment);
        while (true) {
            SharedChunk newest = chunk;
            if (newest == null) {
                throw closed();
            }
            MemorySegment segment = newest.cut(byteSize, byteAlignment);
            segment = segment == null ? goOn(newest, byteSize, byteAlignment) : segment;
            if (segment != null) {
                return segment;
            }
        }
    }

    /** Cuts from the chunk after this one, which others may have used up already: then null. */
    private @Nullable MemorySegment goOn(SharedChunk newest, long byteSize, long byteAlignment) {
        SharedChunk next = after(newest, SharedChunk.needed(byteSize, byteAlignment));
        MemorySegment segment = next.cut(byteSize, byteAlignment);
        if (!CHUNK.compareAndSet(this, newest, next) && chunk == null) {
            throw closed();
        }
        return segment;
    }

    final boolean isOpen() {
        return chunk != null;
    }

    /** Lets nobody allocate any more; returns the newest chunk, or null if closed already. */
    final SharedChunk shut() {
        return (SharedChunk) CHUNK.getAndSet(this, null);
    }

    static IllegalStateException closed() {
        return new IllegalStateException("the arena is closed");
    }
}
