package dev.quarry.core.central;

import dev.quarry.core.span.Account;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import org.jspecify.annotations.Nullable;

/**
 * The large blocks of an account, through the links of their descriptions: so that all of them can
 * be found when its heap is closed. The buddy lock is held.
 */
final class LargeList {
    private LargeList() {}

    static void push(Span at, long account) {
        at.account = Account.numberOf(account);
        if (account != 0) {
            Span first = first(account);
            at.previous = null;
            at.next = first;
            if (first != null) {
                first.previous = at;
            }
            Account.setLargeUnit(account, at.headUnit + 1);
        }
    }

    static void remove(Span at) {
        long account = Account.numbered(at.account);
        if (account != 0) {
            Span next = at.next;
            Span previous = at.previous;
            if (previous == null) {
                Account.setLargeUnit(account, next == null ? 0 : next.headUnit + 1);
            } else {
                previous.next = next;
            }
            if (next != null) {
                next.previous = previous;
            }
            at.next = null;
            at.previous = null;
            at.account = 0;
        }
    }

    /** The block taken last; null when there is none. */
    static @Nullable Span first(long account) {
        long unitAndOne = Account.largeUnit(account);
        return unitAndOne == 0 ? null : SpanTable.at(unitAndOne - 1);
    }
}
