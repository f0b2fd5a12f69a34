package dev.quarry.core.owner;

import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Held;
import dev.quarry.core.base.Lock;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.span.Account;
import org.jspecify.annotations.Nullable;

/**
 * The heaps that programs open and close: a tree by their accounts. A closed heap, its account and
 * its place serve the next one opened; its number never does, so that a call with an old number is
 * refused, whoever the heap is by now.
 *
 * <p>A heap's number is its place in the table plus, for each time it was opened, {@link #STEP}.
 * Lock order: this lock comes before the registry's.
 */
public final class HeapTree {
    private static final long STEP = 1L << 20;

    private static long lockWord;

    // Under the lock.
    /** The heap closed last; the next by {@link Heap#nextIdle}. */
    private static @Nullable Heap closed;

    /** Places used. The first is nobody's. */
    private static int places;

    private HeapTree() {}

    /** Takes its lock word; false when metadata is exhausted. */
    static boolean init() {
        lockWord = MetaBump.makeLock(lockWord, Held.TREE);
        places = 1;
        return lockWord != 0;
    }

    public static long lockWord() {
        return lockWord;
    }

    /** The open heap of that number, locked; null when there is none or this thread is inside. */
    public static @Nullable Heap lock(long id) {
        Heap heap = HeapTable.at(id & STEP - 1);
        if (heap.isEmpty() || !heap.lock()) {
            return null;
        }
        if (heap.id == id || !Guards.heapOpen()) {
            return heap;
        }
        heap.unlock();
        return null;
    }

    /**
     * Opens a heap below another, or below none if {@code parent} is 0. Returns its number, above
     * 0; 0 without memory; CLOSED when the parent is, or LIMIT when it has no room.
     */
    public static long open(long parent, long limit, long reserved) {
        if (!Boot.boot() || !Lock.acquire(lockWord)) {
            return 0;
        }
        long id = openLocked(parent, limit, reserved);
        Lock.release(lockWord);
        return id;
    }

    private static long openLocked(long parent, long limit, long reserved) {
        Heap above = parent == 0 ? Heap.empty() : find(parent);
        if (above == null) {
            return Denial.CLOSED;
        }
        Heap heap = takeClosed();
        if (heap == null) {
            return 0;
        }
        if (!Account.open(heap.account, above.account, limit, reserved)) {
            putClosed(heap);
            return Denial.LIMIT;
        }
        heap.lock(); // Whoever comes with an old number compares under it.
        heap.id = heap.nextId;
        heap.nextId += STEP;
        heap.unlock();
        return heap.id;
    }

    /** The open heap of that number; its number changes under this lock only. */
    private static @Nullable Heap find(long id) {
        Heap heap = HeapTable.at(id & STEP - 1);
        return heap.id == id && id != 0 ? heap : null;
    }

    private static @Nullable Heap takeClosed() {
        Heap heap = closed;
        if (heap == null) {
            return places < HeapTable.PLACES ? add() : null;
        }
        closed = heap.nextIdle;
        heap.nextIdle = null;
        return heap;
    }

    private static void putClosed(Heap heap) {
        heap.nextIdle = closed;
        closed = heap;
    }

    private static @Nullable Heap add() {
        long account = HeapTable.make(places) ? Account.make(places) : 0;
        Heap heap = account == 0 ? null : Registry.addProgram(account);
        if (heap != null) {
            heap.nextId = STEP + places;
            HeapTable.put(places, heap);
            places++;
        }
        return heap;
    }

    /**
     * Closes a heap and those below it: all their blocks are gone. False, with nothing changed,
     * when no heap has the number, or when a signal handler calls that interrupted a call of this
     * thread on one of them.
     */
    public static boolean close(long id) {
        if (!Boot.isReady() || Held.isAny() || !Lock.acquire(lockWord)) {
            return false;
        }
        Heap root = find(id);
        if (root == null || !canClose(root.account)) {
            Lock.release(lockWord);
            return false;
        }
        boolean helps = closeAll(root);
        Lock.release(lockWord);
        if (helps) {
            Decommit.helpSlow();
        }
        return true;
    }

    /** Whether this thread holds none of the locks that are needed. */
    private static boolean canClose(long root) {
        if (!Buddy.lock()) {
            return false;
        }
        Buddy.unlock();
        for (long at = root; at != 0; at = after(root, at)) {
            Heap heap = heapOf(at);
            if (!heap.lock()) {
                return false;
            }
            heap.unlock();
        }
        return true;
    }

    /** Closes them, from the leaves up; whether so much became free that memory may go back. */
    private static boolean closeAll(Heap root) {
        boolean helps = false;
        long account = root.account;
        while (root.id != 0) {
            while (Account.child(account) != 0) {
                account = Account.child(account);
            }
            long parent = Account.parent(account);
            helps |= closeLeaf(heapOf(account));
            account = parent;
        }
        return helps;
    }

    private static boolean closeLeaf(Heap heap) {
        heap.lock();
        heap.id = 0;
        boolean helps = Decommit.isDue(heap, Discard.all(heap));
        heap.unlock();
        Account.close(heap.account);
        putClosed(heap);
        return helps;
    }

    /** The account after another in a walk from a root down; 0 at the end. The lock is held. */
    static long after(long root, long account) {
        if (Account.child(account) != 0) {
            return Account.child(account);
        }
        long at = account;
        while (at != root && Account.next(at) == 0) {
            at = Account.parent(at);
        }
        return at == root ? 0 : Account.next(at);
    }

    /** The account of a heap that has, or had, a number; 0 when there is none. */
    public static long accountOf(long id) {
        return HeapTable.at(id & STEP - 1).account;
    }

    /** The heap of an account. */
    public static Heap heapOf(long account) {
        return HeapTable.at(Account.place(account));
    }
}
