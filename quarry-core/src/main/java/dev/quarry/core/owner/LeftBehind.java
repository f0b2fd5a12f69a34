package dev.quarry.core.owner;

import dev.quarry.core.base.Memory;
import dev.quarry.core.central.LargeSource;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.span.Units;
import dev.quarry.core.tune.Geometry;

/**
 * In a fork's child: ends what other threads had begun without a lock in the parent. They are not
 * here, so queues of pending blocks are built anew, and large blocks on their way back arrive.
 */
final class LeftBehind {
    private LeftBehind() {}

    static void takeOver() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            Memory.putLong(heap.queueWord, 0);
            Outbox.endInChild(heap);
        }
        Memory.putLong(Buddy.leftWord(), 0);
        long unit = 0;
        while (unit < AddressSpace.openUnits()) {
            int order = Buddy.freeOrder(unit);
            Span at = SpanTable.at(unit);
            Heap owner = at.owner;
            if (order < 0 && at.kind == Span.SMALL && owner != null) {
                requeue(owner, at);
            }
            long kind = order < 0 ? at.kind : Span.NOTHING;
            unit = Units.next(unit);
            if (kind == Span.LEAVING) {
                LargeSource.giveBack(at);
            } else if (kind == Span.LARGE && !isHeld(at)) {
                LargeSource.giveOne(at);
            }
        }
    }

    /** Whether a user has a large block; else a signal handler has freed it, and left it. */
    private static boolean isHeld(Span at) {
        return BlockState.in(at, at.firstBlock) == BlockState.LIVE;
    }

    private static void requeue(Heap owner, Span span) {
        Memory.putLong(UnitTables.linkWord(span.headUnit), 0);
        for (long at = 0; at < span.runBytes(); at += 1L << Geometry.WORD_SHIFT) {
            if (PendingBits.word(span.firstBlock + at) != 0) {
                RemoteFrees.queue(owner, span.headUnit);
                return;
            }
        }
    }
}
