package dev.quarry.core.span;

import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.Buddy;

/** Walks the open units from run to run. The buddy lock is held. */
public final class Units {
    private Units() {}

    /** The unit after the free run, span or large block that starts at a unit. */
    public static long next(long unit) {
        int order = Buddy.freeOrder(unit);
        if (order >= 0) {
            return unit + (1L << order);
        }
        Span at = SpanTable.at(unit);
        boolean isHead = at.kind != Span.NOTHING && at.headUnit == unit;
        return unit + (isHead ? at.unitCount : 1);
    }

    /** How many of a run's units are open. */
    public static long openPart(long unit, long units) {
        long open = AddressSpace.openUnits() - unit;
        return open < 0 ? 0 : open < units ? open : units;
    }
}
