package dev.quarry.core.verify;

import dev.quarry.core.base.Lock;
import dev.quarry.core.owner.Bin;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.owner.Spare;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.SizeClasses;

/**
 * What one heap holds of one size class, as it was when it was last read: {@code live + magazine +
 * waiting + free} blocks are all that its spans of the class can hold. From counters, so that it
 * costs the same whatever is live.
 *
 * <p>Exact when all threads are at rest. While they run, what a heap holds of a class is that of
 * one moment, but for blocks on their way: one that a thread has half-way in or out of its
 * magazine, and those in parcels that another thread fills or sends just then.
 */
public final class HeapBooks {
    /** Spans of the class. */
    public static long spanCount;

    /** Blocks of spans that can be taken, never used ones with them. */
    public static long freeBlocks;

    /** Blocks in the magazine and its reserve, and a spare one. */
    public static long magazineBlocks;

    /** Blocks that other threads freed and the heap has not taken up yet, if it was opened. */
    public static long waitingBlocks;

    /** Blocks that users hold. */
    public static long liveBlocks;

    /** Bytes of the spans of the class that no block can use. */
    public static long wastedBytes;

    /** Bytes of the heap's spans of all classes, and the most that they ever were. */
    public static long spanBytes;

    public static long mostBytes;

    private HeapBooks() {}

    /** What comes before heaps are opened; until the end nobody else looks. False if it cannot. */
    public static boolean begin() {
        if (!Boot.isReady() || !Lock.acquire(Registry.lockWord())) {
            return false;
        }
        Waiting.begin();
        return true;
    }

    public static void end() {
        Lock.release(Registry.lockWord());
    }

    /** Makes a heap ready to be read; whether its lock is to be released in the end. */
    public static boolean open(Heap heap) {
        boolean isMine = heap.lock();
        Waiting.addHeap(heap);
        return isMine;
    }

    public static void close(Heap heap, boolean isMine) {
        if (isMine) {
            heap.unlock();
        }
    }

    /**
     * Reads an open heap. Of one that is only locked, what other threads freed and it has not taken
     * up counts as of the last time it was opened.
     */
    public static void read(Heap heap, int sizeClass) {
        Bin bin = heap.bin(sizeClass);
        Magazine magazine = heap.magazine(sizeClass);
        long out = bin.outCount;
        spanCount = bin.spanCount;
        freeBlocks = spanCount * SizeClasses.spanBlocks(sizeClass) - out;
        long atHand = magazine.count() + magazine.reserveCount;
        magazineBlocks = atMost(atHand + Spare.count(heap, sizeClass), out);
        waitingBlocks = atMost(bin.waitingCount, out - magazineBlocks);
        liveBlocks = out - magazineBlocks - waitingBlocks;
        wastedBytes = spanCount * SizeClasses.spanTail(sizeClass);
        spanBytes = heap.spanBytes;
        mostBytes = heap.mostSpanBytes;
    }

    private static long atMost(long blocks, long most) {
        return blocks < most ? blocks : most;
    }
}
