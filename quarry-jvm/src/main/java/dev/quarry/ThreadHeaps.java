package dev.quarry;

import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.owner.Threads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * From the running thread to its heap: a hash table by thread id, whose numbers Java never gives
 * twice. Nothing hangs on the thread itself, so that no thread keeps this class's loader alive, and
 * the table holds threads weakly. Chains change under the lock and are read without it.
 *
 * <p>A thread says nothing when it ends, so whoever claims a heap looks at a few entries, in turn,
 * for threads that have ended, and gives their heaps back first: of n entries, those of ended
 * threads are found after n / {@value #LOOKS} claims. Virtual threads get no entry but
 * have a heap of {@link Leases} for each call, or a locked one that they share; so does a thread
 * while there is no Java memory for its entry.
 */
final class ThreadHeaps {
    private static final int BUCKETS = 4096;
    private static final int LOOKS = 8;

    /** Ends every chain. No thread has id 0. */
    private static final Entry END = new Entry(0, new WeakReference<>(null));

    private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(Entry[].class);
    private static final Entry[] TABLE = emptyTable();

    /**
     * The heap found last in each bucket: one load less than by its entry. Written without order:
     * it is somebody's only if its borrower's id is, which nobody but that thread writes, and no
     * two threads ever have one id.
     */
    private static final Heap[] FOUND = noneFound();

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Heap[] SHARED = sharedHeaps();

    /** The bucket looked at last. Under the lock. */
    private static int hand;

    private ThreadHeaps() {}

    /** A thread's heap. */
    private static final class Entry {
        final long id;
        final WeakReference<Thread> thread;

        /** Written before the entry is in the table; read by its thread, or after its end. */
        Heap heap = Heap.empty();

        /** END before the entry is in the table; that of END itself is never read. */
        volatile Entry next;

        Entry(long id, WeakReference<Thread> thread) {
            this.id = id;
            this.thread = thread;
            next = END;
        }

        boolean isEnded() {
            Thread running = thread.get();
            return running == null || !running.isAlive();
        }
    }

    private static Entry[] emptyTable() {
        Entry[] table = new Entry[BUCKETS];
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            BUCKET.setRelease(table, bucket, END); // Links the call too: that takes Java memory.
        }
        return table;
    }

    private static Heap[] noneFound() {
        Heap[] found = new Heap[BUCKETS];
        Arrays.fill(found, Heap.empty());
        return found;
    }

    /** As many as processors, rounded up to a power of two. */
    private static Heap[] sharedHeaps() {
        Heap[] heaps = new Heap[Processors.roundedUp()];
        for (int i = 0; i < heaps.length; i++) {
            heaps[i] = Registry.addShared();
        }
        return heaps;
    }

    private static int bucketOf(long id) {
        return (int) id & (BUCKETS - 1);
    }

    /** The running thread's own heap, or null when the quick look does not show one. */
    static @Nullable Heap found() {
        long id = Thread.currentThread().threadId();
        Heap found = FOUND[bucketOf(id)];
        return found.borrower == id ? found : null;
    }

    /** The running thread's heap, to be given to {@link #end} after the call. */
    static Heap current() {
        Heap found = found();
        return found == null ? currentSlow(Thread.currentThread().threadId()) : found;
    }

    /** The call that a heap was got for is over. */
    static void end(Heap heap) {
        if (heap.borrower < 0) {
            Leases.endSlow(heap);
        }
    }

    private static Heap currentSlow(long id) {
        Entry entry = (Entry) BUCKET.getAcquire(TABLE, bucketOf(id));
        while (entry != END) {
            if (entry.id == id) {
                FOUND[bucketOf(id)] = entry.heap;
                return entry.heap;
            }
            entry = entry.next;
        }
        Thread thread = Thread.currentThread();
        return thread.isVirtual() ? lease(id) : enter(thread);
    }

    /** A heap for a call of a thread that owns none, to be given to {@link #end}. */
    static Heap lease(long id) {
        Heap leased = Leases.take(id);
        return leased == null ? shared(id) : leased;
    }

    private static Heap enter(Thread thread) {
        Entry own = newEntry(thread);
        return own == null ? shared(thread.threadId()) : claim(own);
    }

    private static Heap shared(long id) {
        return SHARED[(int) id & (SHARED.length - 1)];
    }

    /** An entry for a thread, or null without Java memory. */
    private static @Nullable Entry newEntry(Thread thread) {
        Tls.ensureStack();
        try {
            return new Entry(thread.threadId(), new WeakReference<>(thread));
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** Nothing fails here for lack of Java memory or stack. */
    private static Heap claim(Entry entry) {
        LOCK.lock();
        try {
            releaseSomeEnded();
            entry.heap = Registry.claim();
            if (!entry.heap.isShared) {
                entry.heap.borrower = entry.id;
                FOUND[bucketOf(entry.id)] = entry.heap;
                entry.next = TABLE[bucketOf(entry.id)];
                BUCKET.setRelease(TABLE, bucketOf(entry.id), entry);
            }
            return entry.heap;
        } finally {
            LOCK.unlock();
        }
    }

    private static void releaseSomeEnded() {
        int looks = 0;
        for (int buckets = 0; looks < LOOKS && buckets < BUCKETS; buckets++) {
            hand = (hand + 1) & (BUCKETS - 1);
            looks += releaseEnded(hand);
        }
    }

    /** Gives the heaps of a bucket's ended threads back; returns the number of entries seen. */
    private static int releaseEnded(int bucket) {
        int seen = 0;
        Entry before = null;
        for (Entry entry = TABLE[bucket]; entry != END; entry = entry.next) {
            seen++;
            if (!entry.isEnded()) {
                before = entry;
                continue;
            }
            if (before == null) {
                BUCKET.setRelease(TABLE, bucket, entry.next);
            } else {
                before.next = entry.next;
            }
            Threads.release(entry.heap);
        }
        return seen;
    }
}
