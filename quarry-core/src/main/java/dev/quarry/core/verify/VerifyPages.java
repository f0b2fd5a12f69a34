package dev.quarry.core.verify;

import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Geometry;

/** Validity of the floors below heaps: free runs, and what covers the units. All locks held. */
final class VerifyPages {
    private VerifyPages() {}

    static int pages() {
        long listed = 0;
        for (int order = 0; order < Geometry.ORDERS; order++) {
            long count = freeList(order);
            if (count < 0) {
                return Violation.BUDDY_LIST;
            }
            listed += count;
        }
        return cover(listed);
    }

    /** Number of runs in a list, or -1 when it is broken. */
    private static long freeList(int order) {
        long count = 0;
        long previous = 0;
        long next = Buddy.head(order);
        while (next != 0) {
            long unit = next - 1;
            boolean isSound =
                    unit < Buddy.knownUnits()
                            && (unit & ((1L << order) - 1)) == 0
                            && Buddy.freeOrder(unit) == order
                            && Buddy.previous(unit) == previous;
            if (!isSound) {
                return -1;
            }
            count++;
            previous = next;
            next = Buddy.next(unit);
        }
        return count;
    }

    /** Walks the units from run to run; free runs met must be those listed. */
    private static int cover(long listed) {
        long unit = 0;
        while (unit < Buddy.knownUnits()) {
            int order = Buddy.freeOrder(unit);
            if (order >= 0) {
                listed--;
                unit += 1L << order;
                continue;
            }
            long units = coveredUnits(unit);
            if (units == 0) {
                Verify.where = unit;
                return Violation.UNIT_COVER;
            }
            unit += units;
        }
        return listed == 0 && unit == Buddy.knownUnits() ? Violation.NONE : Violation.UNIT_COVER;
    }

    /** Units of the span or large block that starts at a unit; 0 when none does. */
    private static long coveredUnits(long unit) {
        if (unit >= AddressSpace.openUnits()) {
            return 0;
        }
        Span at = SpanTable.at(unit);
        return at.kind != Span.NOTHING && at.headUnit == unit ? at.unitCount : 0;
    }

    static int large(Span at) {
        boolean isSound =
                at.owner == null
                        && at.firstBlock == AddressSpace.addressOf(at.headUnit)
                        && at.blockBytes > 0
                        && at.blockBytes <= at.runBytes();
        return isSound ? Violation.NONE : Violation.LARGE;
    }
}
