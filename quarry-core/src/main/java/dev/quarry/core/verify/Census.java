package dev.quarry.core.verify;

import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.EveryLock;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.RemoteFrees;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;

/** Counts blocks by walking all units. */
public final class Census {
    /** The class number under which large blocks are counted. */
    public static final int LARGE_CLASS = -1;

    private Census() {}

    /** Live blocks of a size class, or of large ones, after all that waits has been taken up. */
    public static long liveBlocks(int sizeClass) {
        if (!Boot.isReady() || !EveryLock.acquire()) {
            return 0;
        }
        drainAll();
        long count = 0;
        for (long unit = 0; unit < AddressSpace.openUnits(); unit = Units.next(unit)) {
            count += liveAt(SpanTable.at(unit), unit, sizeClass);
        }
        count -= sizeClass == LARGE_CLASS ? 0 : VerifyMagazines.count(sizeClass + 1);
        EveryLock.release();
        return count;
    }

    private static long liveAt(Span at, long unit, int sizeClass) {
        if (at.kind == Span.LARGE) {
            return sizeClass == LARGE_CLASS ? 1 : 0;
        }
        boolean isCounted =
                at.kind == Span.SMALL && at.headUnit == unit && at.sizeClass == sizeClass;
        return isCounted ? at.liveCount : 0;
    }

    /** Takes up what waits in every heap. All locks held. */
    static void drainAll() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            RemoteFrees.drain(heap);
        }
    }
}
