package dev.quarry.core.owner;

import dev.quarry.core.base.InC;
import dev.quarry.core.base.Lock;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanList;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/**
 * An allocator instance. A thread borrows one for as long as it lives; a shared one serves whoever
 * has none. Never dropped: the next thread finds it as it was left.
 *
 * <p>The empty heap is what a thread has before its first slow path. It has no lock word.
 */
public final class Heap {
    // Fixed at birth.
    /** Address of the lock word; 0 in the empty heap only. */
    public long lockWord;

    /** Address of the queue of spans with pending blocks. */
    public long queueWord;

    /** Number of the heap in the registry. */
    public int slot;

    /** Whether any thread may allocate from it, under its lock. */
    public boolean isShared;

    /** The heap registered before this one; null at the first. */
    public Heap older;

    /** The heap registered after this one; null at the last. Written under the registry's lock. */
    public Heap newer;

    // The registry's, under its lock.
    /** Whether {@link EveryLock} took its lock. */
    boolean isHeldByAll;

    /** The next heap that no thread borrows. */
    public Heap nextIdle;

    /** Whether no thread borrows it. */
    public boolean isIdle;

    // Under the heap's lock.
    /** Small blocks handed out. */
    public long mallocCount;

    /** Small blocks taken back. */
    public long freeCount;

    /** Of those, freed by other threads. */
    public long remoteFreeCount;

    /** Bytes of the spans in the retired lists. */
    public long retiredBytes;

    private final Bin[] bins = new Bin[SizeClasses.COUNT];

    /** The heap without anything, where every path is the slow one. */
    @InC
    public static Heap empty() {
        return Empty.HEAP;
    }

    /** A new heap without locks and spans, or null when memory is exhausted. */
    @InC
    private static Heap allocate() {
        try {
            Heap heap = new Heap();
            for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
                Bin bin = new Bin();
                bin.available = new SpanList();
                bin.retired = new SpanList();
                heap.bins[sizeClass] = bin;
            }
            return heap;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    @InC
    public Bin bin(int sizeClass) {
        return bins[sizeClass];
    }

    /** A new heap, or null when memory is exhausted. */
    static Heap create(int slot) {
        long words = MetaBump.allocate(2 * Geometry.LINE_BYTES);
        if (words == 0) {
            return null;
        }
        Heap heap = allocate();
        if (heap == null) {
            return null;
        }
        heap.lockWord = words;
        heap.queueWord = words + Geometry.LINE_BYTES;
        heap.slot = slot;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            heap.bin(sizeClass).current = Span.empty();
        }
        return heap;
    }

    public boolean isEmpty() {
        return lockWord == 0;
    }

    /** Takes the lock; false when this thread has it already. */
    public boolean lock() {
        return Lock.acquire(lockWord);
    }

    public void unlock() {
        Lock.release(lockWord);
    }

    /** Keeps the class initialiser of the heap itself free of objects. */
    private static final class Empty {
        static final Heap HEAP = new Heap();
    }
}
