package dev.quarry.core.verify;

import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.EveryLock;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.span.Units;

/** Checks every structure; what a test calls when it is done, with all other threads at rest. */
public final class Verify {
    /** The unit or address at fault after a violation was found. */
    static long where;

    /** Carved blocks met that are nowhere: not a user's, not free, in no magazine. */
    static long lost;

    private Verify() {}

    /** The first {@link Violation} found, or 0. Takes all locks. */
    public static int all() {
        if (!Boot.isReady()) {
            return Violation.NONE;
        }
        if (!EveryLock.acquire()) {
            return Violation.LOCKS;
        }
        int found = VerifyPages.pages();
        found = found != Violation.NONE ? found : VerifyMagazines.mark();
        VerifyParcels.mark();
        found = found != Violation.NONE ? found : heaps();
        found = found != Violation.NONE ? found : spans();
        VerifyParcels.unmark();
        VerifyMagazines.unmark();
        found = found != Violation.NONE ? found : books();
        EveryLock.release();
        return found;
    }

    private static int books() {
        Waiting.begin();
        Stats.add();
        return Audit.agrees() ? Violation.NONE : Violation.STATS;
    }

    /** The unit or address at fault after {@link #all} found a violation. */
    public static long where() {
        return where;
    }

    private static int heaps() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            int found = VerifyHeap.heap(heap);
            VerifyHeap.forget(heap);
            VerifyAccounts.forget(heap);
            if (found != Violation.NONE) {
                where = heap.slot;
                return found;
            }
        }
        return Violation.NONE;
    }

    private static int spans() {
        lost = 0;
        for (long unit = 0; unit < AddressSpace.openUnits(); unit = Units.next(unit)) {
            int found = run(SpanTable.at(unit), unit);
            if (found != Violation.NONE) {
                where = unit;
                return found;
            }
        }
        int found = lost <= VerifyHeap.lostAtMost() ? VerifyHeap.counts() : Violation.LOST;
        return found != Violation.NONE ? found : VerifyAccounts.accounts();
    }

    private static int run(Span at, long unit) {
        if (at.kind == Span.LARGE) {
            VerifyAccounts.seeLarge(at);
            return VerifyPages.large(at);
        }
        if (at.kind != Span.SMALL || at.headUnit != unit) {
            return Violation.NONE;
        }
        Heap owner = at.owner;
        if (owner == null) {
            return Violation.SPAN_UNIT;
        }
        VerifyHeap.see(owner, at);
        VerifyAccounts.seeSpan(owner, at);
        return VerifySpan.span(at);
    }
}
