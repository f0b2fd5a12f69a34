package dev.quarry.child;

import dev.quarry.core.base.Lock;
import dev.quarry.core.base.Os;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.verify.Stats;
import dev.quarry.core.verify.Verify;
import java.util.concurrent.locks.LockSupport;

/** What must hold when all other threads are at rest; throws an AssertionError. */
public final class Checks {
    private Checks() {}

    /** No lock is held, all structures are valid, and users hold so many blocks. */
    public static void atRest(long liveBlocks) {
        noLockIsHeld();
        int violation = Verify.all();
        String where = Long.toHexString(Verify.where());
        require(violation == 0, "violation " + violation + " at " + where);
        require(!Boot.isReady() || Stats.collect(), "the books cannot be read");
        require(
                Stats.liveBlocks == liveBlocks,
                Stats.liveBlocks + " live blocks instead of " + liveBlocks);
    }

    /** Every lock of the process is free. */
    public static void noLockIsHeld() {
        isFree(Os.bootWord(), "boot lock");
        if (!Boot.isReady()) {
            return;
        }
        isFree(Registry.lockWord(), "registry lock");
        isFree(Buddy.lockWord(), "buddy lock");
        isFree(MetaBump.lockWord(), "metadata lock");
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            isFree(heap.lockWord, "lock of heap " + heap.slot);
        }
    }

    /** Heaps there are, shared ones included. */
    public static int heapCount() {
        int count = 0;
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            count++;
        }
        return count;
    }

    /** The thread that gives memory back may have it for a moment. */
    private static void isFree(long word, String name) {
        for (int looks = 0; looks < 400 && Lock.isHeld(word); looks++) {
            LockSupport.parkNanos(5_000_000);
        }
        require(!Lock.isHeld(word), "the " + name + " is held");
    }

    public static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
