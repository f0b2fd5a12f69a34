package dev.quarry;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A shared arena that has its scope together with others. */
final class CohortArena extends SharedArena {
    /** What an arena without a scope has. */
    private static final MemorySegment.Scope DEAD = dead();

    private static final long FIRST_BYTES = 4096;

    private final Cohort cohort;

    /** The newest chunk that is this arena's alone, or null. Of two added at once it is one. */
    private volatile @Nullable SharedChunk own;

    private CohortArena(Cohort cohort) {
        super(cohort.jdk);
        this.cohort = cohort;
        begin(cohort.current());
    }

    static CohortArena open() {
        return new CohortArena(Cohort.enter());
    }

    @SuppressWarnings("MustBeClosed") // It is, right away.
    private static MemorySegment.Scope dead() {
        Arena arena = Arena.ofShared();
        arena.close();
        return arena.scope();
    }

    @Override
    SharedChunk after(SharedChunk newest, long needed) {
        SharedChunk older = own;
        SharedChunk common = older == null ? cohort.chunkAfter(newest, needed) : null;
        if (common != null) {
            return common;
        }
        long bytes = older == null ? Math.max(needed, FIRST_BYTES) : grown(older, needed);
        SharedChunk added = SharedChunk.create(bytes, jdk);
        if (!cohort.adopt(added)) {
            throw closed();
        }
        added.olderOfArena = older;
        own = added;
        return added;
    }

    @Override
    public MemorySegment.Scope scope() {
        return isOpen() ? jdk.scope() : DEAD;
    }

    @Override
    public void close() {
        if (shut() == null) {
            throw closed();
        }
        cohort.leave(own);
    }
}
