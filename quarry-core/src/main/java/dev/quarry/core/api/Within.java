package dev.quarry.core.api;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.central.LargeSource;
import dev.quarry.core.central.SpanSource;
import dev.quarry.core.owner.Decommit;
import dev.quarry.core.owner.Denial;
import dev.quarry.core.owner.Give;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.HeapTree;
import dev.quarry.core.owner.Relief;
import dev.quarry.core.owner.Take;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.DirtyUnits;
import dev.quarry.core.span.Account;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/**
 * Allocates and frees within a program's heap, known by its number. By any thread: everything is
 * done under the heap's lock, which the number is compared under. Callers have asked for stack.
 */
public final class Within {
    /** From here on it pays to find out whether a block was ever used, before writing zeros. */
    private static final long FRESH_BYTES = 1024;

    private Within() {}

    /**
     * A block at a multiple of {@code alignment}, a power of two; 0 when memory is exhausted, or a
     * {@link Denial}.
     */
    public static long allocate(long id, long alignment, long bytes) {
        long size = bytes == 0 ? 1 : bytes;
        long block = attempt(id, alignment, size);
        if (block != Denial.LIMIT) {
            return block;
        }
        Relief.relieve(HeapTree.accountOf(id), chargeOf(alignment, size));
        return attempt(id, alignment, size);
    }

    private static long attempt(long id, long alignment, long bytes) {
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return Denial.CLOSED;
        }
        long refusals = Account.refusals(heap.account);
        long last = lastOf(alignment, bytes);
        long block = Memory.isBelow(last, SizeClasses.MAX_BYTES)
                ? Take.block(heap, SizeClasses.classOf(last + 1))
                : Large.take(bytes, alignment, heap.account);
        boolean isLimited = block == 0 && Account.refusals(heap.account) != refusals;
        heap.unlock();
        return isLimited ? Denial.LIMIT : block;
    }

    /** As in {@link Aligned}: one less than the size rounded up, or more than any class has. */
    private static long lastOf(long alignment, long bytes) {
        return bytes - 1 | alignment - 1;
    }

    /** What the heap is charged with when it needs another run for such a block. */
    public static long chargeOf(long alignment, long bytes) {
        long last = lastOf(alignment, bytes);
        if (Memory.isBelow(last, SizeClasses.MAX_BYTES)) {
            return SpanSource.chargeOf(SizeClasses.classOf(last + 1));
        }
        return Large.isTooLarge(bytes) ? 0 : LargeSource.chargeOf(bytes);
    }

    /** A block whose bytes are 0; else as {@link #allocate}. */
    public static long zeroed(long id, long bytes) {
        long block = allocate(id, Geometry.GRANULE_BYTES, bytes);
        if (block <= 0) {
            return block;
        }
        if (Memory.isBelow(SizeClasses.MAX_BYTES, bytes)) {
            DirtyUnits.zero(AddressSpace.unitOf(block), bytes);
        } else if (bytes < FRESH_BYTES || !isFresh(id, block)) {
            Memory.zero(block, bytes);
        }
        return block;
    }

    private static boolean isFresh(long id, long block) {
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return false;
        }
        boolean isFresh = Take.isFresh(block);
        heap.unlock();
        return isFresh;
    }

    /** Takes back a block of the heap. A {@link Fault}, or CLOSED. */
    public static int free(long id, long block) {
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return Denial.CLOSED;
        }
        int fault = faultOf(heap, block);
        long bytes = 0;
        if (fault == Fault.NONE) {
            Span at = SpanTable.at(AddressSpace.unitOf(block));
            bytes = at.blockBytes;
            fault = at.owner == null ? LargeSource.give(at, block) : Give.block(heap, at, block);
        }
        boolean helps = Decommit.isDue(heap, bytes);
        heap.unlock();
        if (helps) {
            Decommit.helpSlow();
        }
        return fault == Fault.NONE ? fault : Fault.raise(fault, block);
    }

    /** A fault when an address is, or would be, a block of another heap. The lock is held. */
    private static int faultOf(Heap heap, long block) {
        if (Guards.ownRange() && !AddressSpace.isOpen(AddressSpace.granuleOf(block))) {
            return AddressSpace.owns(block) ? Fault.NOT_A_BLOCK : Fault.FOREIGN;
        }
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        Heap owner = at.owner;
        boolean isOthers = owner == null
                ? at.kind == Span.LARGE && at.account != Account.numberOf(heap.account)
                : owner != heap;
        return isOthers && Guards.heapOwn() ? Fault.NOT_A_BLOCK : Fault.NONE;
    }

    /** Bytes a user may use of a block of the heap; a negative fault, or CLOSED. */
    public static long usableSize(long id, long block) {
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return Denial.CLOSED;
        }
        int fault = faultOf(heap, block);
        heap.unlock();
        return fault == Fault.NONE ? Query.usableSize(block) : -fault;
    }

    /** The number of the program's heap that a user's block came from; 0 = none. */
    public static long idOf(long block) {
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        Heap owner = at.owner;
        if (owner != null) {
            return owner.id;
        }
        return at.account == 0 ? 0 : HeapTree.heapOf(Account.numbered(at.account)).id;
    }
}
