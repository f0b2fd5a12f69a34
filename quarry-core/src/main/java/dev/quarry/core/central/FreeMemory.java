package dev.quarry.core.central;

import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.AgedUnits;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.DirtyUnits;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.span.Units;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.Geometry;

/**
 * The memory behind free runs. By age, never by count: what a pass finds dirty and free for the
 * second time goes back to the kernel. Takes the buddy lock itself.
 */
public final class FreeMemory {
    /** Runs looked at while the lock is held once. */
    private static final int RUNS = 512;

    /** At most 2^8 units, 16 MiB, are away from the lists while the kernel takes their memory. */
    private static final int WINDOW_ORDER = 8;

    /** Of the last {@link #age}: whether there is memory that waits for a later pass. */
    private static boolean isWaiting;

    private FreeMemory() {}

    /** Gives all of it back to the kernel at once; returns the bytes. */
    public static long decommit() {
        LargeSource.giveLeft();
        if (!Buddy.lock()) {
            return 0;
        }
        long bytes = 0;
        for (int order = 0; order < Geometry.ORDERS; order++) {
            for (long unit = Buddy.head(order); unit != 0; unit = Buddy.next(unit - 1)) {
                bytes += DirtyUnits.decommit(unit - 1, 1L << order);
            }
        }
        Buddy.subtractDirty(bytes >>> Geometry.UNIT_SHIFT);
        Buddy.unlock();
        return bytes;
    }

    /**
     * A part of a pass: looks at the runs from a unit on, and gives back what has aged in the first
     * that has such memory, outside the lock. Returns the unit to go on from; at the end of what is
     * open the pass is over. One caller at a time.
     */
    public static long age(long unit) {
        isWaiting = false;
        if (!Buddy.lock()) {
            return unit;
        }
        for (int runs = 0; runs < RUNS && unit < AddressSpace.openUnits(); runs++) {
            long head = isTaken(unit) ? Buddy.NONE : Buddy.freeRunOf(unit);
            if (head == Buddy.NONE) {
                unit = Units.next(unit);
                continue;
            }
            long units = Units.openPart(head, 1L << Buddy.freeOrder(head));
            long aged = firstDue(head, units);
            if (aged < head + units) {
                giveBack(head, aged);
                return head;
            }
            isWaiting |= AgedUnits.hasYoung(head, units);
            AgedUnits.age(head, units);
            unit = Units.next(head);
        }
        Buddy.unlock();
        return unit;
    }

    /** Whether the last part of a pass met memory that is not old enough yet. */
    public static boolean isWaiting() {
        return isWaiting;
    }

    private static long firstDue(long head, long units) {
        if (Config.decommitDelayMillis == 0) {
            AgedUnits.age(head, units);
        }
        return AgedUnits.first(head, units);
    }

    private static boolean isTaken(long unit) {
        return SpanTable.at(unit).kind != Span.NOTHING;
    }

    /** Takes the window around an aged unit out of the lists while its memory goes. Unlocks. */
    private static void giveBack(long head, long aged) {
        int order = Buddy.freeOrder(head);
        order = order < WINDOW_ORDER ? order : WINDOW_ORDER;
        long window = aged & -(1L << order);
        Buddy.takeInside(head, window, order);
        Buddy.unlock();
        boolean isGone = AgedUnits.decommit(window, 1L << order);
        Buddy.lockAgain();
        if (isGone) {
            AgedUnits.clean(window, 1L << order);
        }
        AgedUnits.forget(window, 1L << order);
        Buddy.free(window, order);
        Buddy.unlock();
    }
}
