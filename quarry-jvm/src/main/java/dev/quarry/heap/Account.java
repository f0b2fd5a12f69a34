package dev.quarry.heap;

import dev.quarry.core.heaps.HeapFigures;
import dev.quarry.core.owner.Denial;

/** What a heap may use, and uses. */
abstract sealed class Account permits Heap {
    final Branch branch;

    /** Its number in the core, which no other heap ever has. */
    final long id;

    Account(Branch branch, long id) {
        this.branch = branch;
        this.id = id;
    }

    /** The number of the nearest heap, from this up, whose limit leaves no room; 0 when all do. */
    final long refuser(long charge) {
        return HeapFigures.refuser(id, charge);
    }

    /** Its limit in bytes, or {@link HeapOptions#NO_LIMIT}. This and the next: 0 once closed. */
    public long limit() {
        return orNone(HeapFigures.limit(id));
    }

    /**
     * Sets another limit. One that is less than what is used takes nothing away: nothing more is
     * given until enough was freed.
     *
     * @param bytes at least the reservation
     */
    public void setLimit(long bytes) {
        int denial = HeapFigures.setLimit(id, bytes);
        if (denial == Denial.CLOSED) {
            throw branch.closed();
        }
        if (denial != 0) {
            throw new IllegalArgumentException(
                    "a limit of " + bytes + " with a reservation of " + reservation());
        }
    }

    /** Bytes that its parent keeps for it. */
    public long reservation() {
        return orNone(HeapFigures.reserved(id));
    }

    /** Bytes that count for its limit, those of heaps within it included. */
    public long used() {
        return orNone(HeapFigures.used(id));
    }

    /** The most bytes that were ever used. */
    public long peak() {
        return orNone(HeapFigures.most(id));
    }

    /** Bytes that its limit and those around it leave; {@link HeapOptions#NO_LIMIT} without any. */
    public long headroom() {
        return orNone(HeapFigures.headroom(id));
    }

    /** Blocks of this heap itself that are in use. */
    public long liveBlocks() {
        return orNone(HeapFigures.liveBlocks(id));
    }

    /** Their bytes, as usable sizes. */
    public long liveBytes() {
        return orNone(HeapFigures.liveBytes(id));
    }

    private static long orNone(long figure) {
        return figure == Denial.CLOSED ? 0 : figure;
    }
}
