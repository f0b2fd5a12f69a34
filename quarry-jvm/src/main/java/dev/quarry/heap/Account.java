package dev.quarry.heap;

import dev.quarry.core.heaps.HeapFigures;
import dev.quarry.core.owner.Denial;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a heap may use, and uses, and who is told of it. */
abstract sealed class Account permits Heap {
    final Branch branch;

    /** Its number in the core, which no other heap ever has. */
    final long id;

    /** The core's record of it. It is there for ever, but another heap's when this is closed. */
    final long account;

    final List<PressureListener> listeners = new CopyOnWriteArrayList<>();
    final List<Watch> watches = new CopyOnWriteArrayList<>();

    Account(Branch branch, long id) {
        this.branch = branch;
        this.id = id;
        account = HeapFigures.account(id);
    }

    /**
     * Has a listener asked when this heap's limit refuses a request, after those added before.
     */
    public void addListener(PressureListener listener) {
        listeners.add(Objects.requireNonNull(listener));
    }

    /** Has a listener asked no more; one that was never added is ignored. */
    public void removeListener(PressureListener listener) {
        listeners.remove(Objects.requireNonNull(listener));
    }

    /**
     * Has a listener told when a request has brought the use of this heap, those within it
     * included, to a share of its limit. A request that the limit refuses, and a use that falls
     * again before the request returns, may be told to nobody; while there is no limit nobody is.
     */
    public void addThreshold(Threshold threshold, ThresholdListener listener) {
        watches.add(new Watch(Objects.requireNonNull(threshold), Objects.requireNonNull(listener)));
    }

    /** Has a listener told no more, at none of its thresholds. */
    public void removeThresholds(ThresholdListener listener) {
        Objects.requireNonNull(listener);
        watches.removeIf(watch -> watch.listener.equals(listener));
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
