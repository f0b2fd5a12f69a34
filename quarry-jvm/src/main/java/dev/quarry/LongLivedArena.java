package dev.quarry;

import dev.quarry.core.base.Scopes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A shared arena with a scope of its own: the JDK's close says what may be closed, and when. */
final class LongLivedArena extends SharedArena {
    private static final long FIRST_BYTES = 2048;

    private final ChunkList chunks = new ChunkList();

    @SuppressWarnings("MustBeClosed") // By close.
    LongLivedArena() {
        super(Arena.ofShared());
        Scopes.atEnd(jdk, this::end);
        SharedChunk first = SharedChunk.create(FIRST_BYTES, jdk);
        chunks.add(first);
        begin(first);
    }

    private void end() {
        shut();
        chunks.end();
    }

    @Override
    SharedChunk after(SharedChunk newest, long needed) {
        SharedChunk added = SharedChunk.create(grown(newest, needed), jdk);
        if (!chunks.add(added)) {
            throw closed();
        }
        return added;
    }

    @Override
    public MemorySegment.Scope scope() {
        return jdk.scope();
    }

    @Override
    public void close() {
        jdk.close();
    }
}
