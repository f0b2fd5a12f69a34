package dev.quarry.core.owner;

import dev.quarry.core.base.Held;
import dev.quarry.core.base.Lock;
import dev.quarry.core.page.MetaBump;
import org.jspecify.annotations.Nullable;

/**
 * All heaps, and which of them no thread borrows. Heaps are never dropped: the list from the newest
 * to the oldest can be walked without the lock, and its length is the peak number of threads.
 */
public final class Registry {
    private static long lockWord;

    /** Head of the list of all heaps through {@link Heap#older}; written under the lock. */
    private static volatile @Nullable Heap newest;

    /** Head of the list of idle heaps; under the lock. */
    private static @Nullable Heap idle;

    /** Serves threads without a heap of their own. Fixed at boot. */
    @SuppressWarnings("NullAway.Init") // Nobody has a heap before.
    private static Heap shared;

    private static int count;

    private Registry() {}

    /** Makes the shared heap; false when metadata is exhausted. */
    static boolean init() {
        lockWord = MetaBump.makeLock(lockWord, Held.REGISTRY);
        Heap first = lockWord == 0 ? null : add();
        if (first == null) {
            return false;
        }
        first.isShared = true;
        shared = first;
        return true;
    }

    public static long lockWord() {
        return lockWord;
    }

    /** The process's heap for whoever has none. */
    public static Heap shared() {
        return shared;
    }

    public static @Nullable Heap newest() {
        return newest;
    }

    public static @Nullable Heap idle() {
        return idle;
    }

    /** A heap for a thread: one that another thread left, or a new one; the shared one at worst. */
    public static Heap claim() {
        if (!Lock.acquire(lockWord)) {
            return shared;
        }
        Heap heap = ThreadHeap.own(); // A signal handler may have been here first.
        if (heap.isEmpty()) {
            Heap found = idle == null ? add() : takeIdle(idle);
            heap = found == null ? shared : found;
            if (!heap.isShared) {
                ThreadHeap.bind(heap);
            }
        }
        Lock.release(lockWord);
        return heap;
    }

    private static Heap takeIdle(Heap heap) {
        idle = heap.nextIdle;
        heap.nextIdle = null;
        heap.isIdle = false;
        return heap;
    }

    /** A new heap that any thread may allocate from under its lock; the shared one at worst. */
    public static Heap addShared() {
        if (!Lock.acquire(lockWord)) {
            return shared;
        }
        Heap heap = add();
        if (heap != null) {
            heap.isShared = true;
        }
        Lock.release(lockWord);
        return heap == null ? shared : heap;
    }

    /** A new heap, closed, for a program to open; null when memory is exhausted. */
    static @Nullable Heap addProgram(long account) {
        Heap heap = addShared();
        if (heap == shared) {
            return null;
        }
        heap.account = account;
        return heap;
    }

    /** A thread gives back the heap that it borrowed. */
    public static void release(Heap heap) {
        if (heap.isShared || !Lock.acquire(lockWord)) {
            return;
        }
        makeIdle(heap);
        Lock.release(lockWord);
    }

    /** Gives back what heaps hold that no thread borrows; nobody can borrow one meanwhile. */
    static void releaseIdle() {
        if (Lock.acquire(lockWord)) {
            for (Heap heap = idle; heap != null; heap = heap.nextIdle) {
                Idle.releaseAll(heap);
            }
            Lock.release(lockWord);
        }
    }

    /** Gives back what a heap holds if no thread borrows it; nobody can borrow it meanwhile. */
    static void releaseIfIdle(Heap heap) {
        if (Lock.acquire(lockWord)) {
            if (heap.isIdle) {
                Idle.releaseAll(heap);
            }
            Lock.release(lockWord);
        }
    }

    /** In a fork's child: the heaps of threads that stayed behind are idle. Lock held. */
    static void releaseAllBut(Heap own) {
        for (Heap heap = newest; heap != null; heap = heap.older) {
            if (heap != own && !heap.isShared && !heap.isIdle) {
                heap.lostAtMost += 1 + (int) MagazineSizes.forget(heap);
                makeIdle(heap);
            }
        }
    }

    private static void makeIdle(Heap heap) {
        heap.isIdle = true;
        heap.nextIdle = idle;
        idle = heap;
    }

    private static @Nullable Heap add() {
        Heap heap = count == OwnerWord.MAX_SLOT ? null : Heap.create(count + 1);
        if (heap != null) {
            count++;
            heap.freeCredit = Decommit.CREDIT_BYTES;
            heap.older = newest;
            if (heap.older != null) {
                heap.older.newer = heap;
            }
            newest = heap;
        }
        return heap;
    }
}
