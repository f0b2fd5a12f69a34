package dev.quarry.core.owner;

import dev.quarry.core.base.InC;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * From a place to the program's heap there. Whoever has a number that was a heap's once may look:
 * a heap once put there stays for ever, and places without one have the empty heap.
 */
@InC
public final class HeapTable {
    /** Places there can be, and how many of them come at a time. */
    public static final int PLACES = 1 << 20;

    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_MASK = (1 << CHUNK_SHIFT) - 1;
    private static final VarHandle HEAPS = MethodHandles.arrayElementVarHandle(Heap[].class);
    private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(Heap[][].class);
    private static final Heap[][] TABLE = new Heap[PLACES >> CHUNK_SHIFT][];

    private HeapTable() {}

    /** The heap at a place, any number; the empty one where there is none. */
    public static Heap at(long place) {
        if (place < 0 || place >= PLACES) {
            return Heap.empty();
        }
        Heap[] chunk = (Heap[]) CHUNKS.getAcquire(TABLE, (int) place >> CHUNK_SHIFT);
        Heap heap = chunk == null ? null : (Heap) HEAPS.getAcquire(chunk, (int) place & CHUNK_MASK);
        return heap == null ? Heap.empty() : heap;
    }

    /** Whether a place, below {@link #PLACES}, can be used. The tree's lock is held. */
    static boolean make(int place) {
        try {
            if (TABLE[place >> CHUNK_SHIFT] == null) {
                CHUNKS.setRelease(TABLE, place >> CHUNK_SHIFT, new Heap[1 << CHUNK_SHIFT]);
            }
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** Puts a heap there for ever. The tree's lock is held. */
    static void put(int place, Heap heap) {
        HEAPS.setRelease(TABLE[place >> CHUNK_SHIFT], place & CHUNK_MASK, heap);
    }
}
