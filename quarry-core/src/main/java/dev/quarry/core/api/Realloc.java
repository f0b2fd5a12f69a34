package dev.quarry.core.api;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/** Changes the size of a block. */
public final class Realloc {
    private Realloc() {}

    /**
     * A block of at least {@code bytes} bytes with the old one's content up to the lesser size; the
     * old one is freed unless it is the same. 0 when memory is exhausted and a negative fault when
     * {@code block} is no block of a user: then nothing has changed.
     */
    public static long realloc(long block, long bytes, Heap heap) {
        if (block == 0) {
            return Malloc.malloc(bytes, heap);
        }
        Tls.ensureStack();
        long usable = Query.usableSize(block);
        if (usable < 0) {
            Fault.raise((int) -usable, block);
            return usable;
        }
        if (staysInPlace(block, usable, bytes)) {
            return block;
        }
        long id = Within.idOf(block);
        long moved = id == 0 ? Malloc.malloc(bytes, heap) : inHeap(id, bytes);
        if (moved != 0) {
            copy(block, moved, usable, bytes);
            Free.freeInRoom(block, heap);
        }
        return moved;
    }

    /** A block of a program's heap stays in that heap. */
    private static long inHeap(long id, long bytes) {
        long block = Within.allocate(id, Geometry.GRANULE_BYTES, bytes);
        return block > 0 ? block : Refill.outOfMemory();
    }

    /** The same for a block of a program's heap, of {@code usable} bytes, by that heap's number. */
    public static long within(long id, long block, long usable, long bytes) {
        if (staysInPlace(block, usable, bytes)) {
            return block;
        }
        long moved = Within.allocate(id, Geometry.GRANULE_BYTES, bytes);
        if (moved > 0) {
            copy(block, moved, usable, bytes);
            Within.free(id, block);
        }
        return moved;
    }

    private static void copy(long from, long to, long usable, long bytes) {
        Memory.copy(from, to, Memory.isBelow(bytes, usable) ? bytes : usable);
    }

    /** Small blocks stay while the class is right or half is used; large ones while they can. */
    private static boolean staysInPlace(long block, long usable, long bytes) {
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        if (at.kind == Span.LARGE) {
            return Memory.isBelow(SizeClasses.MAX_BYTES, bytes)
                    && Large.resize(at, block, bytes);
        }
        boolean isUsed = bytes >= usable >>> 1 || usable <= Geometry.GRANULE_BYTES;
        return isUsed && !Memory.isBelow(usable, bytes);
    }
}
