package dev.quarry.core.heaps;

import dev.quarry.core.owner.Bin;
import dev.quarry.core.owner.Denial;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.HeapTree;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.span.Account;
import dev.quarry.core.tune.SizeClasses;

/** What a program's heap may hold and holds, in bytes: each of the moment, or CLOSED. */
public final class HeapFigures {
    private static final int LIMIT = 0;
    private static final int RESERVED = 1;
    private static final int USED = 2;
    private static final int MOST = 3;
    private static final int HEADROOM = 4;
    private static final int LARGE_COUNT = 5;
    private static final int LARGE_BYTES = 6;
    private static final int ACCOUNT = 7;

    private HeapFigures() {}

    /** What it and those below it may hold; {@link Account#NO_LIMIT} without one. */
    public static long limit(long id) {
        return ofAccount(id, LIMIT);
    }

    /** What is kept for it out of its parent's limit. */
    public static long reserved(long id) {
        return ofAccount(id, RESERVED);
    }

    /** What it and those below it hold of memory, or have reserved. */
    public static long used(long id) {
        return ofAccount(id, USED);
    }

    /** The most that was ever used. */
    public static long most(long id) {
        return ofAccount(id, MOST);
    }

    /** What it can still take, the limits above it heeded; NO_LIMIT when there are none. */
    public static long headroom(long id) {
        return ofAccount(id, HEADROOM);
    }

    /** Its account, for {@link #hasReached}, which outlives it; or CLOSED. */
    public static long account(long id) {
        return ofAccount(id, ACCOUNT);
    }

    /** Whether so much of an account's limit is used, or was a moment ago. Takes no lock. */
    public static boolean hasReached(long account, int percent) {
        return Account.hasReached(account, percent);
    }

    private static long ofAccount(long id, int figure) {
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return Denial.CLOSED;
        }
        long value = locked(heap, figure);
        heap.unlock();
        return value;
    }

    /** A figure of a locked heap's account. */
    private static long locked(Heap heap, int figure) {
        boolean isMine = Buddy.lock();
        long value = read(heap.account, figure);
        if (isMine) {
            Buddy.unlock();
        }
        return value;
    }

    private static long read(long account, int figure) {
        if (figure == LIMIT) {
            return Account.limit(account);
        }
        if (figure == RESERVED) {
            return Account.reserved(account);
        }
        if (figure == USED) {
            return Account.used(account);
        }
        if (figure == LARGE_COUNT) {
            return Account.largeCount(account);
        }
        if (figure == LARGE_BYTES) {
            return Account.largeBytes(account);
        }
        if (figure == ACCOUNT) {
            return account;
        }
        return figure == MOST ? Account.most(account) : Account.headroom(account);
    }

    /**
     * Sets another limit, which may be less than what is used: then nothing more is given until
     * enough has come back. INVALID below what is reserved; else 0.
     */
    public static int setLimit(long id, long limit) {
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return Denial.CLOSED;
        }
        boolean isMine = Buddy.lock();
        boolean isSet = isMine && Account.setLimit(heap.account, limit);
        if (isMine) {
            Buddy.unlock();
        }
        heap.unlock();
        return isSet ? 0 : Denial.INVALID;
    }

    /**
     * The number of the lowest heap, from this one up, whose limit has no room for so many bytes
     * more; 0 when all have.
     */
    public static long refuser(long id, long bytes) {
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return Denial.CLOSED;
        }
        boolean isMine = Buddy.lock();
        long refuser = Account.refuserOf(heap.account, bytes);
        if (isMine) {
            Buddy.unlock();
        }
        heap.unlock();
        return refuser == 0 ? 0 : HeapTree.heapOf(refuser).id;
    }

    /** Blocks of the heap itself that users hold. */
    public static long liveBlocks(long id) {
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return Denial.CLOSED;
        }
        long blocks = heap.mallocCount - heap.freeCount + locked(heap, LARGE_COUNT);
        heap.unlock();
        return blocks;
    }

    /** Their usable bytes. */
    public static long liveBytes(long id) {
        Heap heap = HeapTree.lock(id);
        if (heap == null) {
            return Denial.CLOSED;
        }
        long bytes = locked(heap, LARGE_BYTES);
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            Bin bin = heap.bin(sizeClass);
            bytes += bin.outCount * SizeClasses.blockBytes(sizeClass);
        }
        heap.unlock();
        return bytes;
    }
}
