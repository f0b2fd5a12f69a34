package dev.quarry.core.verify;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.EveryLock;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.span.Units;

/** Counts blocks by walking all units. */
public final class Census {
    /** The class number under which large blocks are counted. */
    public static final int LARGE_CLASS = -1;

    private Census() {}

    /** Blocks of a size class, or large ones, that users hold. */
    public static long liveBlocks(int sizeClass) {
        if (!Boot.isReady() || !EveryLock.acquire()) {
            return 0;
        }
        long count = 0;
        for (long unit = 0; unit < AddressSpace.openUnits(); unit = Units.next(unit)) {
            count += liveAt(SpanTable.at(unit), unit, sizeClass);
        }
        count -= sizeClass == LARGE_CLASS ? 0 : VerifyMagazines.count(sizeClass);
        EveryLock.release();
        return count;
    }

    private static long liveAt(Span at, long unit, int sizeClass) {
        if (at.kind == Span.LARGE) {
            return sizeClass == LARGE_CLASS ? 1 : 0;
        }
        boolean isCounted =
                at.kind == Span.SMALL && at.headUnit == unit && at.sizeClass == sizeClass;
        return isCounted ? at.liveCount - pending(at) : 0;
    }

    /** Blocks of a span that were freed by other threads and not taken up. */
    static int pending(Span span) {
        int count = 0;
        for (long block = span.firstBlock; block < span.bump; block += span.blockBytes) {
            count += BlockState.in(span, block) == BlockState.PENDING ? 1 : 0;
        }
        return count;
    }
}
