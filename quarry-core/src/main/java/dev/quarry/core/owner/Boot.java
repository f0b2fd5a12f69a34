package dev.quarry.core.owner;

import dev.quarry.core.base.Lock;
import dev.quarry.core.base.Os;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.span.Account;
import dev.quarry.core.span.Salt;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;

/** Sets everything up on the first slow path of the process for which there is memory. */
public final class Boot {
    private static final int NEW = 0;
    private static final int READY = 1;
    private static final int FAILED = 2; // For want of memory: the next call tries again.

    private static volatile int state;

    private Boot() {}

    /** Whether the allocator is ready, making it so if need be; false when it cannot work. */
    public static boolean boot() {
        return state == READY || bootSlow();
    }

    public static boolean isReady() {
        return state == READY;
    }

    private static boolean bootSlow() {
        if (!Lock.acquire(Os.bootWord())) {
            return false;
        }
        if (state == NEW) {
            readOptions();
        }
        if (state != READY) {
            state = setUp() ? READY : FAILED;
        }
        Lock.release(Os.bootWord());
        return state == READY;
    }

    private static void readOptions() {
        Config.setDefaults();
        Os.readOptions();
        SizeClasses.init();
        Salt.init();
    }

    /** What an earlier call has done stays done. */
    private static boolean setUp() {
        return reserve()
                && Buddy.init()
                && Parcel.init()
                && Account.init()
                && HeapTree.init()
                && Decommit.init()
                && Registry.init();
    }

    /** Takes both ranges, the larger one smaller if there is no room for both. */
    private static boolean reserve() {
        long bytes = Geometry.MAX_SPACE_BYTES;
        while (!MetaBump.isReserved()) {
            if (!AddressSpace.reserve(bytes)) {
                return false;
            }
            bytes = AddressSpace.reservedBytes() >>> 1;
            if (!MetaBump.reserve(AddressSpace.reservedBytes())) {
                AddressSpace.unreserve();
            }
        }
        return true;
    }
}
