package dev.quarry.core.verify;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.OwnerWord;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/** Validity of one small span. All locks held. */
final class VerifySpan {
    private VerifySpan() {}

    static int span(Span span) {
        int found = units(span);
        found = found != Violation.NONE ? found : count(span);
        found = found != Violation.NONE ? found : states(span);
        return found != Violation.NONE ? found : pending(span);
    }

    private static int units(Span span) {
        Heap owner = span.owner;
        int word = owner == null ? 0 : OwnerWord.of(owner.slot, span.sizeClass);
        for (long i = 0; i < span.unitCount; i++) {
            Span at = SpanTable.at(span.headUnit + i);
            boolean isSame =
                    at.kind == Span.SMALL
                            && owner != null
                            && at.owner == owner
                            && ownerWord(span.headUnit + i) == word
                            && at.headUnit == span.headUnit
                            && at.unitCount == span.unitCount
                            && at.sizeClass == span.sizeClass
                            && at.blockBytes == SizeClasses.blockBytes(span.sizeClass)
                            && at.firstBlock == AddressSpace.addressOf(span.headUnit);
            if (!isSame) {
                return Violation.SPAN_UNIT;
            }
        }
        return Violation.NONE;
    }

    private static int ownerWord(long unit) {
        return Memory.getInt(UnitTables.ownerWord(unit));
    }

    private static int count(Span span) {
        boolean isWhole = (span.bump - span.firstBlock) % span.blockBytes == 0;
        boolean isInside = span.bump <= span.end && span.end <= span.firstBlock + span.runBytes();
        boolean addsUp =
                span.liveCount + span.freeCount + span.uncarvedCount() == span.capacity();
        boolean isCounted = span.liveCount >= 0 && span.freeCount >= 0;
        return isWhole && isInside && addsUp && isCounted
                ? Violation.NONE
                : Violation.SPAN_COUNT;
    }

    /** Every carved block is a user's, pending, in a magazine or free; nothing else has a state. */
    private static int states(Span span) {
        int out = 0;
        int free = 0;
        int lost = 0;
        for (long block = span.firstBlock; block < span.bump; block += span.blockBytes) {
            int state = BlockState.in(span, block);
            if (state == BlockState.FREE && block >= span.search) {
                free++;
            } else if (state == BlockState.NONE) {
                lost++;
            } else if (isOut(state)) {
                out++;
            }
        }
        Verify.lost += lost;
        boolean isSound =
                free == span.freeCount
                        && out + lost == span.liveCount
                        && marked(span) == out + free;
        return isSound ? Violation.NONE : Violation.SPAN_STATES;
    }

    private static boolean isOut(int state) {
        return state == BlockState.LIVE
                || state == BlockState.PENDING
                || state == BlockState.SENT
                || state == BlockState.SEEN;
    }

    /** Bytes of a span's states, in the tables of all shifts, that are not 0. */
    private static int marked(Span span) {
        int count = 0;
        for (int shift = Geometry.MIN_STATE_SHIFT; shift <= Geometry.MAX_STATE_SHIFT; shift++) {
            long states = BlockState.table(shift) + (span.firstBlock >>> shift);
            for (long i = 0; i < span.runBytes() >>> shift; i++) {
                count += Memory.getByte(states + i) == BlockState.NONE ? 0 : 1;
            }
        }
        return count;
    }

    /**
     * Every pending block that is in no parcel has its bit, and its span is queued. A bit alone is
     * a free that was refused and is counted when it is taken up.
     */
    private static int pending(Span span) {
        boolean isQueued = Memory.getLong(UnitTables.linkWord(span.headUnit)) != 0;
        for (long block = span.firstBlock; block < span.bump; block += span.blockBytes) {
            boolean isPending = BlockState.in(span, block) == BlockState.PENDING;
            if (isPending && !(isQueued && PendingBits.isSet(block))) {
                Verify.where = block;
                return Violation.SPAN_PENDING;
            }
        }
        return Violation.NONE;
    }
}
