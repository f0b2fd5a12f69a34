package dev.quarry.core.central;

import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.DirtyUnits;
import dev.quarry.core.span.Account;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;
import org.jspecify.annotations.Nullable;

/** Cuts spans from buddy runs and gives them back. Takes the buddy lock itself. */
public final class SpanSource {
    private SpanSource() {}

    /**
     * A span of a class that belongs to nobody yet, charged to an account, or null when there is no
     * room for it: in the account, or in memory.
     */
    public static @Nullable Span take(int sizeClass, long account) {
        if (!Buddy.lock()) {
            return null;
        }
        Span span = charged(sizeClass, account);
        Buddy.unlock();
        return span;
    }

    /** Bytes of a span's run. */
    public static long chargeOf(int sizeClass) {
        return Geometry.UNIT_BYTES << SizeClasses.spanOrder(sizeClass);
    }

    private static @Nullable Span charged(int sizeClass, long account) {
        long bytes = chargeOf(sizeClass);
        if (!Account.chargeRun(account, bytes)) {
            return null;
        }
        Span span = takeLocked(sizeClass);
        if (span == null) {
            Account.credit(account, bytes);
        }
        return span;
    }

    private static @Nullable Span takeLocked(int sizeClass) {
        int order = SizeClasses.spanOrder(sizeClass);
        long unit = Buddy.allocate(order);
        if (unit == Buddy.NONE) {
            return null;
        }
        long units = 1L << order;
        for (long i = 0; i < units; i++) {
            if (!SpanTable.make(unit + i)) {
                Buddy.free(unit, order);
                return null;
            }
        }
        cut(unit, units, sizeClass);
        return SpanTable.at(unit);
    }

    private static void cut(long unit, long units, int sizeClass) {
        long start = AddressSpace.addressOf(unit);
        PendingBits.clear(start, units << Geometry.UNIT_SHIFT);
        for (long i = 0; i < units; i++) {
            Span at = SpanTable.at(unit + i);
            at.headUnit = unit;
            at.unitCount = units;
            at.sizeClass = sizeClass;
            at.blockBytes = SizeClasses.blockBytes(sizeClass);
            at.firstBlock = start;
        }
        Span span = SpanTable.at(unit);
        span.search = start;
        span.recent = 0;
        span.freeCount = 0;
        span.liveCount = 0;
        span.place = Span.FULL;
        span.bump = start;
        span.end = start + span.runBytes() - span.runBytes() % span.blockBytes;
        span.zeroedFrom = zeroedFrom(unit, units);
        for (long i = 0; i < units; i++) {
            SpanTable.at(unit + i).kind = Span.SMALL;
        }
    }

    /** The address after the last dirty unit of a run. */
    private static long zeroedFrom(long unit, long units) {
        while (units > 0 && !DirtyUnits.isDirty(unit + units - 1)) {
            units--;
        }
        return AddressSpace.addressOf(unit + units);
    }

    /**
     * Gives a span that belongs to nobody, and whose blocks nobody holds, back; false when the lock
     * cannot be had. {@code account} is what it was charged to.
     */
    public static boolean give(Span span, long account) {
        if (!Buddy.lock()) {
            return false;
        }
        long unit = span.headUnit;
        long units = span.unitCount;
        BlockState.clear(span.firstBlock, span.bump - span.firstBlock, span.sizeClass);
        DirtyUnits.mark(unit, Geometry.unitsFor(span.bump - span.firstBlock));
        for (long i = 0; i < units; i++) {
            SpanTable.at(unit + i).kind = Span.NOTHING;
        }
        Buddy.free(unit, orderOf(units));
        Account.credit(account, span.runBytes());
        Buddy.unlock();
        return true;
    }

    private static int orderOf(long units) {
        int order = 0;
        while (1L << order < units) {
            order++;
        }
        return order;
    }
}
