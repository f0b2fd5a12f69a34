package dev.quarry.core.verify;

import dev.quarry.core.central.LargeSource;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.EveryLock;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.DirtyUnits;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.span.Units;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/**
 * The books, as they were at the last {@link #collect}. At rest
 * {@code committed == live + retained + wasted}, all in bytes.
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
        if (!Boot.isReady() || !EveryLock.acquire()) {
            return false;
        }
        clear();
        count();
        subtractMagazines();
        for (long unit = 0; unit < AddressSpace.openUnits(); unit = Units.next(unit)) {
            add(SpanTable.at(unit), unit);
        }
        countFree();
        EveryLock.release();
        return true;
    }

    private static void clear() {
        liveBlocks = 0;
        liveBytes = 0;
        largeBlocks = 0;
        largeBytes = 0;
        freeBlocks = 0;
        retainedBytes = 0;
        magazineBlocks = 0;
        magazineBytes = 0;
        wastedBytes = 0;
    }

    private static void count() {
        mallocCount = LargeSource.mallocCount;
        freeCount = LargeSource.freeCount;
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            mallocCount += heap.mallocCount;
            freeCount += heap.freeCount;
        }
    }

    /** What is out of a span but in a magazine is retained, not live. */
    private static void subtractMagazines() {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            long blocks = VerifyMagazines.count(sizeClass + 1);
            magazineBlocks += blocks;
            magazineBytes += blocks * SizeClasses.blockBytes(sizeClass);
        }
        liveBlocks -= magazineBlocks;
        liveBytes -= magazineBytes;
        retainedBytes += magazineBytes;
    }

    private static void add(Span at, long unit) {
        if (at.kind == Span.SMALL && at.headUnit == unit) {
            int pending = Census.pending(at);
            int live = at.liveCount - pending;
            freeCount += pending;
            liveBlocks += live;
            liveBytes += live * at.blockBytes;
            long free = at.freeCount + pending + at.uncarvedCount();
            freeBlocks += free;
            retainedBytes += free * at.blockBytes;
            wastedBytes += at.runBytes() - at.capacity() * at.blockBytes;
        } else if (at.kind == Span.LARGE) {
            liveBlocks++;
            liveBytes += at.blockBytes;
            largeBlocks++;
            largeBytes += at.blockBytes;
            wastedBytes += usedBytes(at) - at.blockBytes;
        } else if (at.kind == Span.LEAVING) {
            retainedBytes += usedBytes(at);
        }
    }

    private static long usedBytes(Span at) {
        return Geometry.unitsFor(at.blockBytes) << Geometry.UNIT_SHIFT;
    }

    /** What is open is committed, but for free units known to be clean. */
    private static void countFree() {
        long free = 0;
        long dirty = 0;
        for (int order = 0; order < Geometry.ORDERS; order++) {
            for (long next = Buddy.head(order); next != 0; next = Buddy.next(next - 1)) {
                long open = Units.openPart(next - 1, 1L << order);
                free += open;
                dirty += DirtyUnits.count(next - 1, open);
            }
        }
        for (long unit = 0; unit < AddressSpace.openUnits(); unit = Units.next(unit)) {
            long slack = slackUnits(SpanTable.at(unit));
            free += slack;
            dirty += DirtyUnits.count(Units.next(unit) - slack, slack);
        }
        committedBytes = AddressSpace.openUnits() - free + dirty << Geometry.UNIT_SHIFT;
        freeRunBytes = dirty << Geometry.UNIT_SHIFT;
        retainedBytes += freeRunBytes;
    }

    /** Units of a large block's run behind the block. */
    private static long slackUnits(Span at) {
        boolean isLarge = at.kind == Span.LARGE || at.kind == Span.LEAVING;
        return isLarge ? at.unitCount - Geometry.unitsFor(at.blockBytes) : 0;
    }
}
