package dev.quarry.core.verify;

import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.HeapTree;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.span.Account;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Geometry;

/**
 * Validity of programs' heaps: what each is charged with are its spans, its large blocks and what
 * counts of those below it. All locks held.
 */
final class VerifyAccounts {
    private VerifyAccounts() {}

    static void forget(Heap heap) {
        if (heap.isProgram()) {
            Account.setSeen(heap.account, 0);
        }
    }

    /** Counts a span met, of its owner. */
    static void seeSpan(Heap owner, Span span) {
        if (owner.isProgram()) {
            see(owner.account, span.runBytes());
        }
    }

    /** Counts a large block met. */
    static void seeLarge(Span at) {
        if (at.account != 0) {
            long units = Geometry.unitsFor(at.blockBytes);
            see(Account.numbered(at.account), units << Geometry.UNIT_SHIFT);
        }
    }

    private static void see(long account, long bytes) {
        Account.setSeen(account, Account.seen(account) + bytes);
    }

    /** When all spans and blocks were met. */
    static int accounts() {
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            if (heap.isProgram() && heap.id != 0 && Account.parent(heap.account) != 0) {
                long used = Account.used(heap.account);
                see(Account.parent(heap.account), Account.countedAbove(heap.account, used));
            }
        }
        for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
            if (heap.isProgram() && !isSound(heap)) {
                Verify.where = heap.slot;
                return Violation.ACCOUNT;
            }
        }
        return Violation.NONE;
    }

    private static boolean isSound(Heap heap) {
        long account = heap.account;
        boolean isPlaced = HeapTree.heapOf(account) == heap
                && Account.seen(account) == Account.used(account)
                && Account.most(account) >= Account.used(account);
        boolean isClosed = Account.used(account) == 0 && Account.parent(account) == 0
                && Account.reserved(account) == 0 && Account.child(account) == 0;
        return isPlaced && (heap.id != 0 || isClosed) && children(account) && largeList(account);
    }

    private static boolean children(long account) {
        long left = Registry.newest() == null ? 0 : Registry.newest().slot;
        for (long at = Account.child(account); at != 0; at = Account.next(at)) {
            left--;
            if (Account.parent(at) != account || HeapTree.heapOf(at).id == 0 || left < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean largeList(long account) {
        long unitAndOne = Account.largeUnit(account);
        Span first = unitAndOne == 0 ? null : SpanTable.at(unitAndOne - 1);
        Span previous = null;
        long count = 0;
        long bytes = 0;
        for (Span at = first; at != null && count <= Account.largeCount(account); at = at.next) {
            boolean isSound = at.kind == Span.LARGE
                    && at.account == Account.numberOf(account)
                    && at.previous == previous;
            if (!isSound) {
                return false;
            }
            previous = at;
            count++;
            bytes += at.blockBytes;
        }
        return count == Account.largeCount(account) && bytes == Account.largeBytes(account);
    }
}
