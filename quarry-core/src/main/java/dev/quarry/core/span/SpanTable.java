package dev.quarry.core.span;

import dev.quarry.core.base.InC;
import dev.quarry.core.tune.Geometry;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * From a unit to its description. In C an array of descriptions in place, zero until used. Here
 * objects: arrays of a chunk's units on demand; a description once made stays for ever, so that
 * whoever still holds it sees a description of the same unit.
 */
@InC
public final class SpanTable {
    static final Span EMPTY = new Span();

    private static final int CHUNK_SHIFT = Geometry.ORDERS - 1;
    private static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;
    private static final VarHandle SPANS = MethodHandles.arrayElementVarHandle(Span[].class);
    private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(Span[][].class);
    private static final Span[] NO_CHUNK = emptyChunk();
    private static final Span[][] TABLE = emptyTable();

    private SpanTable() {}

    private static Span[] emptyChunk() {
        Span[] chunk = new Span[1 << CHUNK_SHIFT];
        java.util.Arrays.fill(chunk, EMPTY);
        return chunk;
    }

    private static Span[][] emptyTable() {
        int chunks = (int) (Geometry.MAX_SPACE_BYTES >>> Geometry.CHUNK_SHIFT);
        Span[][] table = new Span[chunks][];
        java.util.Arrays.fill(table, NO_CHUNK);
        return table;
    }

    /** The description of an open unit; the empty one where there has been none. */
    public static Span at(long unit) {
        Span[] chunk = (Span[]) CHUNKS.getAcquire(TABLE, (int) (unit >>> CHUNK_SHIFT));
        return (Span) SPANS.getAcquire(chunk, (int) unit & CHUNK_MASK);
    }

    /** Whether a unit has a description of its own, made now if need be. Buddy lock held. */
    @SuppressWarnings("ReferenceEquality") // Whether it is that very array.
    public static boolean make(long unit) {
        try {
            int index = (int) (unit >>> CHUNK_SHIFT);
            if (TABLE[index] == NO_CHUNK) {
                CHUNKS.setRelease(TABLE, index, emptyChunk());
            }
            if (at(unit) == EMPTY) {
                SPANS.setRelease(TABLE[index], (int) unit & CHUNK_MASK, new Span());
            }
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }
}
