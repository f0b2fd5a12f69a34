package dev.quarry.core.verify;

import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.BlockBitmap;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.span.Salt;
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
        found = found != Violation.NONE ? found : freeList(span);
        found = found != Violation.NONE ? found : liveBits(span);
        return found != Violation.NONE ? found : pending(span);
    }

    private static int units(Span span) {
        for (long i = 0; i < span.unitCount; i++) {
            Span at = SpanTable.at(span.headUnit + i);
            boolean isSame =
                    at.kind == Span.SMALL
                            && at.owner == span.owner
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

    /** A list of exactly freeCount links that ends holds each block once. */
    private static int freeList(Span span) {
        long block = span.free;
        for (int left = span.freeCount; left > 0; left--) {
            if (!span.isBoundary(block) || isLive(block)) {
                Verify.where = block;
                return Violation.SPAN_FREE_LIST;
            }
            block = Salt.decode(block, Memory.getLong(block));
        }
        return block == 0 ? Violation.NONE : Violation.SPAN_FREE_LIST;
    }

    private static boolean isLive(long block) {
        return BlockBitmap.isLive(SpanTable.at(AddressSpace.unitOf(block)), block);
    }

    private static int liveBits(Span span) {
        int onBoundary = 0;
        for (long block = span.firstBlock; block < span.bump; block += span.blockBytes) {
            if (isLive(block)) {
                onBoundary++;
            }
        }
        int all = 0;
        for (long at = 0; at < span.runBytes(); at += 1L << Geometry.WORD_SHIFT) {
            long address = span.firstBlock + at;
            all += Memory.bitCount(
                    BlockBitmap.word(SpanTable.at(AddressSpace.unitOf(address)), address));
        }
        return onBoundary == span.liveCount && all == onBoundary
                ? Violation.NONE
                : Violation.SPAN_LIVE_BITS;
    }

    private static int pending(Span span) {
        boolean isQueued = Memory.getLong(UnitTables.linkWord(span.headUnit)) != 0;
        for (long at = 0; at < span.runBytes(); at += 1L << Geometry.WORD_SHIFT) {
            long address = span.firstBlock + at;
            long bits = PendingBits.word(address);
            long live = BlockBitmap.word(SpanTable.at(AddressSpace.unitOf(address)), address);
            if ((bits & ~live) != 0 || (bits != 0 && !isQueued)) {
                Verify.where = address;
                return Violation.SPAN_PENDING;
            }
        }
        return Violation.NONE;
    }
}
