package dev.quarry.core.owner;

import dev.quarry.core.base.Lock;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.span.Account;

/** What is done at a limit before a request is refused: empty spans under it go back. */
public final class Relief {
    private Relief() {}

    /** Gives back empty spans of all heaps under the limit that has no room. No lock is held. */
    public static void relieve(long account, long bytes) {
        long refuser = refuserOf(account, bytes);
        if (refuser != 0 && Lock.acquire(HeapTree.lockWord())) {
            for (long at = refuser; at != 0; at = HeapTree.after(refuser, at)) {
                releaseEmpty(HeapTree.heapOf(at));
            }
            Lock.release(HeapTree.lockWord());
        }
    }

    private static void releaseEmpty(Heap heap) {
        if (heap.lock()) {
            Give.releaseEmpty(heap);
            heap.unlock();
        }
    }

    private static long refuserOf(long account, long bytes) {
        if (!Buddy.lock()) {
            return 0;
        }
        long refuser = Account.refuserOf(account, bytes);
        Buddy.unlock();
        return refuser;
    }
}
