package dev.quarry;

import java.util.concurrent.atomic.AtomicReference;

/** The chunks of a scope, to be given back together when it has ended. */
final class ChunkList {
    private static final SharedChunk ENDED = SharedChunk.nothing();

    private final AtomicReference<SharedChunk> newest = new AtomicReference<>();

    /** Adds a chunk; false, and the chunk is given back, when the scope has ended. */
    boolean add(SharedChunk chunk) {
        while (true) {
            SharedChunk seen = newest.get();
            if (seen == ENDED) {
                Quarry.free(chunk.block);
                return false;
            }
            chunk.olderOfScope = seen;
            if (newest.compareAndSet(seen, chunk)) {
                return true;
            }
        }
    }

    /** Frees all chunks. */
    void end() {
        SharedChunk chunk = newest.getAndSet(ENDED);
        while (chunk != null && chunk != ENDED) {
            Quarry.free(chunk.block);
            chunk = chunk.olderOfScope;
        }
    }
}
