package dev.quarry;

import dev.quarry.core.base.Scopes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The arena of one thread: the scope of a JDK arena around bytes of chunks.
 *
 * <p>Where nothing can be had any more, because the arena is closed or new, next is end. On the
 * way of an allocation neither the arena nor the scope is passed to a method that the compiler may
 * leave out of line, so that both dissolve in code that opens, uses and closes an arena.
 */
final class ConfinedArena implements QuarryArena {
    private static final long CLOSED = -1;

    private final Thread owner = Thread.currentThread();
    private final Arena scope = Arena.ofConfined();

    /** Addresses of the newest chunk's first free byte and behind its last, multiples of 16. */
    private long next;

    private long end;

    /** The newest chunk; 0 is none, and CLOSED none any more. */
    private long newest;

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
        return Zeros.fillOwn(allocateUninitialized(byteSize, byteAlignment));
    }

    @Override
    public MemorySegment allocateUninitialized(long byteSize, long byteAlignment) {
        Quarry.checkRequest(byteSize, byteAlignment);
        checkOwner();
        long start = SharedChunk.start(next, byteAlignment);
        if (!SharedChunk.fits(start, byteSize, end)) {
            checkOpen();
            newest = ConfinedChunks.add(newest, SharedChunk.needed(byteSize, byteAlignment));
            start = SharedChunk.start(newest + ConfinedChunks.HEADER, byteAlignment);
            end = ConfinedChunks.end(newest);
        }
        next = SharedChunk.behind(start, byteSize);
        return Scopes.segment(start, byteSize, scope);
    }

    private void checkOwner() {
        if (Thread.currentThread() != owner) {
            throw new WrongThreadException("the arena is used outside of its thread, " + owner);
        }
    }

    private void checkOpen() {
        if (newest == CLOSED) {
            throw SharedArena.closed();
        }
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

    /** Once, however often a closed arena is closed. */
    private void giveBack() {
        long chunks = newest == CLOSED ? 0 : newest;
        next = 0;
        end = 0;
        newest = CLOSED;
        ConfinedChunks.free(chunks);
    }
}
