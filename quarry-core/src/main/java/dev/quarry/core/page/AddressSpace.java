package dev.quarry.core.page;

import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Os;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.Geometry;

/**
 * The one range of addresses all blocks come from: reserved without access, opened upwards.
 *
 * <p>{@code openGranules} is 0 until boot and only grows, so that before boot every pointer is
 * foreign and nothing closed is ever read. A unit's records in the tables are open before the unit
 * counts.
 */
public final class AddressSpace {
    /** The first step opens 2 MiB; each later one half of what is open, up to 64 MiB. */
    private static final long FIRST_STEP_UNITS = 32;

    private static final long LAST_STEP_UNITS = 1024;

    /** In huge pages nothing below this lies: a program that does little stays small. */
    private static final long SMALL_PAGES_BYTES = 2L << 20;

    private static final int GRANULES_SHIFT = Geometry.UNIT_SHIFT - Geometry.GRANULE_SHIFT;

    /** Address of unit 0. Written before the first unit is opened. */
    public static volatile long base;

    /** Granules that are open, from unit 0. Written under the buddy lock. */
    public static volatile long openGranules;

    /** Units of the reservation. Written before the first unit is opened. */
    private static long reservedUnits;

    private AddressSpace() {}

    /**
     * Reserves up to {@code most} bytes and tables, which take an eighth of that: together at most
     * half of what the process may have; false when the kernel has no room at all.
     */
    public static boolean reserve(long most) {
        long limit = Os.addressSpaceLimit();
        long share = (limit >>> 1) - (limit >>> 4);
        long bytes = limit >= 0 && most > share ? share : most;
        while (bytes >= Geometry.MIN_SPACE_BYTES) {
            if (reserveExactly(bytes & -Geometry.UNIT_BYTES)) {
                return true;
            }
            bytes >>>= 1;
        }
        return false;
    }

    /** Returns the range and its tables; nothing has been opened. */
    public static void unreserve() {
        Os.unmap(base, reservedBytes());
        UnitTables.unreserve();
    }

    private static boolean reserveExactly(long bytes) {
        if (!UnitTables.reserve(bytes >>> Geometry.UNIT_SHIFT)) {
            return false;
        }
        long alignment = Geometry.CHUNK_BYTES;
        while (alignment > bytes) {
            alignment >>>= 1;
        }
        long start = Os.reserve(bytes, alignment);
        if (start == 0) {
            UnitTables.unreserve();
            return false;
        }
        reservedUnits = bytes >>> Geometry.UNIT_SHIFT;
        base = start;
        Os.adviseSmall(base, SMALL_PAGES_BYTES);
        if (Config.hugePages != 0) {
            Os.adviseHuge(base + SMALL_PAGES_BYTES, bytes - SMALL_PAGES_BYTES);
        }
        return true;
    }

    /**
     * Makes units below {@code units} usable; false when memory is short. Nothing is opened that
     * the buddy system does not know: whoever walks the open units reads its records. Buddy lock
     * held.
     */
    static boolean openUpTo(long units) {
        long open = openUnits();
        if (units <= open) {
            return true;
        }
        long step = open >>> 1;
        step = step < FIRST_STEP_UNITS ? FIRST_STEP_UNITS : step;
        step = step > LAST_STEP_UNITS ? LAST_STEP_UNITS : step;
        long target = open + step < units ? units : open + step;
        target = target > Buddy.knownUnits() ? Buddy.knownUnits() : target;
        return openExactly(open, target) || (target > units && openExactly(open, units));
    }

    private static boolean openExactly(long from, long to) {
        long bytes = (to - from) << Geometry.UNIT_SHIFT;
        if (!UnitTables.open(from, to) || !Os.open(addressOf(from), bytes)) {
            return false;
        }
        openGranules = to << GRANULES_SHIFT;
        return true;
    }

    public static long reservedBytes() {
        return reservedUnits << Geometry.UNIT_SHIFT;
    }

    static long reservedUnits() {
        return reservedUnits;
    }

    public static long openUnits() {
        return openGranules >>> GRANULES_SHIFT;
    }

    /**
     * Number of the granule that starts at an address. Any 64-bit value may be given: what lies
     * outside, or starts no granule, gives a number beyond {@link #openGranules}, since the bits
     * below a granule are rotated to the top.
     */
    public static long granuleOf(long address) {
        return granuleFrom(base, address);
    }

    /** The same for a space that starts at {@code start}. */
    public static long granuleFrom(long start, long address) {
        long offset = address - start;
        return offset >>> Geometry.GRANULE_SHIFT | offset << 64 - Geometry.GRANULE_SHIFT;
    }

    /** Whether a granule of that number is open. */
    public static boolean isOpen(long granule) {
        return Memory.isBelow(granule, openGranules);
    }

    /** The unit of an open granule. */
    public static long unitOfGranule(long granule) {
        return granule >>> GRANULES_SHIFT;
    }

    /** Whether an address lies in an open unit. Any 64-bit value may be asked about. */
    public static boolean owns(long address) {
        return Memory.isBelow(unitOf(address), openUnits());
    }

    /** The unit an address lies in; without meaning unless {@link #owns} it. */
    public static long unitOf(long address) {
        return (address - base) >>> Geometry.UNIT_SHIFT;
    }

    /** Distance of an address from the start of the space. */
    public static long offsetOf(long address) {
        return address - base;
    }

    public static long addressOf(long unit) {
        return base + (unit << Geometry.UNIT_SHIFT);
    }
}
