package dev.quarry.core.verify;

import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.DirtyUnits;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.span.Units;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/**
 * The books of {@link Stats} once more, by a walk over all units and all blocks, against which the
 * counters are held. All locks held and all threads at rest.
 */
final class Audit {
    private static long liveBlocks;
    private static long liveBytes;
    private static long largeBlocks;
    private static long largeBytes;
    private static long freeBlocks;
    private static long retainedBytes;
    private static long wastedBytes;
    private static long committedBytes;

    private Audit() {}

    /** Whether the books just written are what the walk finds, and their equations hold. */
    static boolean agrees() {
        walk();
        boolean isEqual =
                Stats.liveBlocks == liveBlocks
                        && Stats.liveBytes == liveBytes
                        && Stats.largeBlocks == largeBlocks
                        && Stats.largeBytes == largeBytes
                        && Stats.freeBlocks == freeBlocks
                        && Stats.retainedBytes == retainedBytes
                        && Stats.wastedBytes == wastedBytes
                        && Stats.committedBytes == committedBytes;
        return isEqual
                && liveBlocks == Stats.mallocCount - Stats.freeCount - Stats.magazineBlocks
                && committedBytes == liveBytes + retainedBytes + wastedBytes;
    }

    private static void walk() {
        liveBlocks = 0;
        liveBytes = 0;
        largeBlocks = 0;
        largeBytes = 0;
        freeBlocks = 0;
        retainedBytes = 0;
        wastedBytes = 0;
        subtractMagazines();
        for (long unit = 0; unit < AddressSpace.openUnits(); unit = Units.next(unit)) {
            add(SpanTable.at(unit), unit);
        }
        countFree();
    }

    /** What is out of a span but in a magazine is retained, not live. */
    private static void subtractMagazines() {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            long blocks = VerifyMagazines.count(sizeClass);
            liveBlocks -= blocks;
            liveBytes -= blocks * SizeClasses.blockBytes(sizeClass);
            retainedBytes += blocks * SizeClasses.blockBytes(sizeClass);
        }
    }

    private static void add(Span at, long unit) {
        if (at.kind == Span.SMALL && at.headUnit == unit) {
            int pending = Census.pending(at);
            int live = at.liveCount - pending;
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
        retainedBytes += dirty << Geometry.UNIT_SHIFT;
    }

    /** Units of a large block's run behind the block. */
    private static long slackUnits(Span at) {
        boolean isLarge = at.kind == Span.LARGE || at.kind == Span.LEAVING;
        return isLarge ? at.unitCount - Geometry.unitsFor(at.blockBytes) : 0;
    }
}
