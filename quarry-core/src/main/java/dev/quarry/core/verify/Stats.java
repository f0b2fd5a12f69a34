package dev.quarry.core.verify;

import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.tune.SizeClasses;

/**
 * The books of the process, as they were at the last {@link #collect}, in bytes and blocks:
 * {@code committed == live + retained + wasted}.
 *
 * <p>They are added up from counters, heap by heap under its lock, so that threads run on
 * meanwhile and it costs nothing that grows with what is live. Exact when all threads are at rest;
 * else each heap's part is that of a moment of its own (see {@link HeapBooks}).
 */
public final class Stats {
    /** Blocks that left spans and runs since the start. */
    public static long mallocCount;

    /** Blocks that came back to them, or were freed and wait to, since the start. */
    public static long freeCount;

    /** Blocks in magazines. */
    public static long magazineBlocks;

    /** Blocks that users hold. */
    public static long liveBlocks;

    /** Their bytes, as sizes of blocks. */
    public static long liveBytes;

    /** Of those, large ones. */
    public static long largeBlocks;

    /** Their bytes. */
    public static long largeBytes;

    /** Blocks of spans that are in no magazine and nobody's, never used ones with them. */
    public static long freeBlocks;

    /** Bytes of the blocks in magazines. */
    public static long magazineBytes;

    /** Bytes of free runs whose memory has not gone back to the kernel. */
    public static long freeRunBytes;

    /** Bytes of free blocks and of free runs whose memory has not gone back to the kernel. */
    public static long retainedBytes;

    /** Bytes that no block can use: tails of spans and of large blocks' last units. */
    public static long wastedBytes;

    /** Bytes of all units but those known to cost nothing. */
    public static long committedBytes;

    private Stats() {}

    /** Writes the books; false, with none written, when it cannot. */
    public static boolean collect() {
        if (!HeapBooks.begin()) {
            return false;
        }
        add();
        HeapBooks.end();
        return true;
    }

    /** Adds everything up. Between the beginning and the end, or with all locks held. */
    static void add() {
        clear();
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            boolean isMine = HeapBooks.open(heap);
            addHeap(heap);
            HeapBooks.close(heap, isMine);
        }
        addShared();
        committedBytes = liveBytes + retainedBytes + wastedBytes;
    }

    private static void clear() {
        mallocCount = 0;
        freeCount = 0;
        liveBlocks = 0;
        liveBytes = 0;
        freeBlocks = 0;
        retainedBytes = 0;
        magazineBlocks = 0;
        magazineBytes = 0;
        wastedBytes = 0;
    }

    private static void addHeap(Heap heap) {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            HeapBooks.read(heap, sizeClass);
            long bytes = SizeClasses.blockBytes(sizeClass);
            liveBlocks += HeapBooks.liveBlocks;
            liveBytes += HeapBooks.liveBlocks * bytes;
            magazineBlocks += HeapBooks.magazineBlocks;
            magazineBytes += HeapBooks.magazineBlocks * bytes;
            long free = HeapBooks.freeBlocks + HeapBooks.waitingBlocks;
            freeBlocks += free;
            retainedBytes += (HeapBooks.magazineBlocks + free) * bytes;
            wastedBytes += HeapBooks.wastedBytes;
            freeCount += HeapBooks.waitingBlocks;
        }
        mallocCount += heap.mallocCount;
        freeCount += heap.freeCount;
    }

    private static void addShared() {
        SharedBooks.collect();
        mallocCount += SharedBooks.mallocCount;
        freeCount += SharedBooks.freeCount;
        largeBlocks = SharedBooks.mallocCount - SharedBooks.freeCount;
        largeBytes = SharedBooks.largeBytes;
        freeRunBytes = SharedBooks.freeRunBytes;
        liveBlocks += largeBlocks;
        liveBytes += largeBytes;
        retainedBytes += freeRunBytes + SharedBooks.leavingBytes;
        wastedBytes += SharedBooks.wastedBytes;
    }
}
