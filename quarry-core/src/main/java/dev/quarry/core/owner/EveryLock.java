package dev.quarry.core.owner;

import dev.quarry.core.base.Held;
import dev.quarry.core.base.Lock;
import dev.quarry.core.central.LargeSource;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.MetaBump;

/**
 * All locks at once, in lock order: for fork, and for whoever looks at everything. A signal handler
 * inside a slow path gets none.
 */
public final class EveryLock {
    private static boolean hasBuddy;
    private static boolean hasMeta;

    private EveryLock() {}

    /** Takes all locks; false, with none taken, when this thread holds one already. */
    public static boolean acquire() {
        if (Held.isAny()) {
            return false;
        }
        LargeSource.giveLeft();
        return takeAll();
    }

    /** As {@link #acquire}, for who holds locks that come before all of them. */
    static boolean takeAll() {
        if (!Lock.acquire(Decommit.lockWord())) {
            return false;
        }
        if (!Lock.acquire(HeapTree.lockWord())) {
            Lock.release(Decommit.lockWord());
            return false;
        }
        if (!Lock.acquire(Registry.lockWord())) {
            Lock.release(HeapTree.lockWord());
            Lock.release(Decommit.lockWord());
            return false;
        }
        for (Heap heap = oldest(); heap != null; heap = heap.newer) {
            heap.isHeldByAll = heap.lock();
        }
        hasBuddy = Buddy.lock();
        hasMeta = Lock.acquire(MetaBump.lockWord());
        return true;
    }

    /** Gives back what was taken. */
    public static void release() {
        if (hasMeta) {
            Lock.release(MetaBump.lockWord());
        }
        if (hasBuddy) {
            Buddy.unlock();
        }
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            if (heap.isHeldByAll) {
                heap.isHeldByAll = false;
                heap.unlock();
            }
        }
        Lock.release(Registry.lockWord());
        Lock.release(HeapTree.lockWord());
        Lock.release(Decommit.lockWord());
    }

    /** In a fork's child, where the holder has another thread id: frees all locks. */
    static void reset() {
        Lock.reset(MetaBump.lockWord());
        Lock.reset(Buddy.lockWord());
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            heap.isHeldByAll = false;
            Lock.reset(heap.lockWord);
        }
        Lock.reset(Registry.lockWord());
        Lock.reset(HeapTree.lockWord());
        Decommit.reset();
    }

    private static Heap oldest() {
        return Registry.shared();
    }
}
