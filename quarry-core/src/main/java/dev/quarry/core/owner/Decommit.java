package dev.quarry.core.owner;

import dev.quarry.core.base.Held;
import dev.quarry.core.base.Lock;
import dev.quarry.core.base.Os;
import dev.quarry.core.central.FreeMemory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.SizeClasses;
import org.jspecify.annotations.Nullable;

/**
 * Gives free memory back to the kernel by its age. A pass goes through all heaps and then through
 * the free runs; what it finds free and unchanged since the pass before goes back. Two passes a
 * delay.
 *
 * <p>Passes are made in small steps by whoever frees enough, on the slow path, and by a thread that
 * is started when enough was freed and ends when nothing waits any more, so that an idle process
 * becomes small. Lock order: the pass's lock comes before all others.
 */
public final class Decommit {
    /** Bytes that a heap's thread frees between two looks at the clock. */
    static final long CREDIT_BYTES = 1L << 20;

    /** Looks after which the thread is started. */
    private static final int LOOKS = 4;

    /** The thread ends after so long without anything to give back. */
    private static final long LINGER_MILLIS = 10_000;

    private static final int MAX_PASS = 1 << 30;

    private static long lockWord;

    // Under the lock.
    /** The heap and the class whose turn it is; null when it is the free runs'. */
    private static @Nullable Heap heap;

    private static int sizeClass;

    /** The unit to go on from among the free runs. */
    private static long unit;

    /** Whether a pass has begun and not ended. Also read without the lock, as a hint. */
    private static volatile boolean isUnderWay;

    /** Number of the pass, from 1. */
    private static int pass;

    /** Whether this pass has found something that goes back or waits. */
    private static boolean hasFound;

    /** When the next pass may begin. Also read without the lock, as a hint. */
    private static volatile long dueMillis;

    private static long idleMillis;
    private static int looks;
    private static boolean hasThread;

    private Decommit() {}

    /** Takes its lock word; false when metadata is exhausted. */
    static boolean init() {
        lockWord = MetaBump.makeLock(lockWord, Held.PASS);
        pass = 1;
        return lockWord != 0;
    }

    static long lockWord() {
        return lockWord;
    }

    /**
     * Counts bytes freed on a slow path; whether the caller should call {@link #helpSlow} when it
     * holds no lock any more. Called by the heap's thread; for a shared heap with its lock held.
     */
    public static boolean isDue(Heap freer, long bytes) {
        freer.freeCredit -= bytes;
        if (freer.freeCredit >= 0) {
            return false;
        }
        freer.freeCredit = Config.decommitDelayMillis == 0 ? 0 : CREDIT_BYTES;
        return Config.decommitDelayMillis >= 0;
    }

    /** Makes a step of a pass if it is time, and starts the thread if there is none. */
    public static void helpSlow() {
        if (Held.isAny() || !Lock.tryAcquire(lockWord)) {
            return;
        }
        if (isUnderWay || Os.nowMillis() >= dueMillis) {
            step();
        }
        boolean starts = !hasThread && Config.decommitThreads != 0 && ++looks == LOOKS;
        hasThread |= starts;
        Lock.release(lockWord);
        if (starts && !DecommitThread.start()) {
            threadEnded();
        }
    }

    /**
     * What the thread does: a pass if it is time. Returns the milliseconds until the next, or -1
     * when the thread is to end.
     */
    public static long passWhenDue() {
        long early = isUnderWay ? 0 : dueMillis - Os.nowMillis();
        return early > 0 ? early : pass();
    }

    /** A whole pass, whether it is time or not; returns as {@link #passWhenDue}. */
    public static long pass() {
        boolean goesOn = true;
        while (goesOn) {
            if (!Lock.acquire(lockWord)) {
                return -1;
            }
            goesOn = step();
            Lock.release(lockWord);
        }
        return pause();
    }

    private static long pause() {
        Lock.acquire(lockWord);
        long interval = intervalMillis();
        idleMillis = hasFound ? 0 : idleMillis + interval;
        boolean ends = idleMillis > LINGER_MILLIS;
        Lock.release(lockWord);
        if (ends) {
            threadEnded();
        }
        return ends ? -1 : interval;
    }

    /** There is no thread any more: whoever frees enough starts another. */
    static void threadEnded() {
        Lock.acquire(lockWord);
        hasThread = false;
        looks = 0;
        idleMillis = 0;
        Lock.release(lockWord);
    }

    /** In a fork's child there is no thread, and the lock is to be had. */
    static void reset() {
        Lock.reset(lockWord);
        hasThread = false;
        looks = 0;
    }

    private static long intervalMillis() {
        long half = Config.decommitDelayMillis >>> 1;
        return half < 1 ? 1 : half;
    }

    /** A part of a pass, which begins if none is under way; false at its end. */
    private static boolean step() {
        if (!isUnderWay) {
            begin();
        }
        Heap next = heap;
        if (next != null) {
            lookAtHeap(next);
            return true;
        }
        unit = FreeMemory.age(unit);
        hasFound |= FreeMemory.isWaiting();
        if (unit < AddressSpace.openUnits()) {
            return true;
        }
        isUnderWay = false;
        return false;
    }

    private static void begin() {
        pass = pass == MAX_PASS ? 1 : pass + 1;
        hasFound = false;
        dueMillis = Os.nowMillis() + intervalMillis();
        heap = Registry.newest();
        sizeClass = 0;
        unit = 0;
        isUnderWay = true;
    }

    private static void lookAtHeap(Heap next) {
        if (sizeClass == 0) {
            Registry.releaseIfIdle(next);
        }
        while (sizeClass < SizeClasses.COUNT) {
            boolean isLeft = Purge.bin(next, sizeClass, pass);
            hasFound |= Purge.hasFound();
            if (isLeft) {
                return;
            }
            sizeClass++;
        }
        sizeClass = 0;
        heap = next.older;
    }
}
