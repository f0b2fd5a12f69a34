package dev.quarry.core.owner;

import dev.quarry.core.base.Lock;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.span.Account;

/** What is done at a limit before a request is refused: empty spans under it go back. */
public final class Relief {
    private Relief() {}

    /**
     * Whether a limit leaves no room for so many bytes more. If one does, empty spans of all heaps
     * under it have been given back. No lock is held.
     */
    public static boolean isLimited(long account, long bytes) {
        long refuser = refuserOf(account, bytes);
        if (refuser == 0) {
            return false;
        }
        if (Lock.acquire(HeapTree.lockWord())) {
            for (long at = refuser; at != 0; at = HeapTree.after(refuser, at)) {
                releaseEmpty(HeapTree.heapOf(at));
            }
            Lock.release(HeapTree.lockWord());
        }
        return true;
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
