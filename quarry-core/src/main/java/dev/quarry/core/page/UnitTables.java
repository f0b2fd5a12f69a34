package dev.quarry.core.page;

import dev.quarry.core.base.InC;
import dev.quarry.core.base.Os;
import dev.quarry.core.tune.Geometry;

/**
 * The raw tables with one record per unit, in one reservation. They open with the address space,
 * buddy records a chunk at a time:
 *
 * <pre>
 *   states   7.8 KiB  who holds a block: a byte for every 16 B, in another table 32 B, ... 256 B
 *   pending   512 B   one bit per granule: freed by another thread, not yet taken up
 *   spans     128 B   the unit's description (C only)
 *   buddy      16 B   links and order of a free run's first unit
 *   link        8 B   place in an owner's queue of spans with pending blocks
 *   owner       4 B   the heap that allocates from the unit, and the class; 0 = none
 *   dirty      1/8 B  one bit: the unit may hold something else than zeros
 *   aged       1/8 B  one bit: a pass has seen the unit free and dirty
 * </pre>
 *
 * <p>Every record is zero at first, and zero is the safe value of each. On HotSpot descriptions are
 * objects, and their table has no bytes.
 */
public final class UnitTables {
    /** Log2 of the bytes of an owner word. */
    public static final int OWNER_SHIFT = 2;

    private static final long BITMAP_BYTES = Geometry.UNIT_WORDS * 8;
    private static final long BUDDY_BYTES = 16;
    private static final long LINK_BYTES = 8;
    private static final long OWNER_BYTES = 1L << OWNER_SHIFT;

    private static long states;
    private static long statesOrigin;
    private static long units;
    private static long pending;
    private static long spans;
    private static long buddy;
    private static long link;
    private static long owners;
    private static long dirty;
    private static long aged;
    private static long end;
    private static long pageMask;

    private UnitTables() {}

    /** Reserves room for the records of {@code count} units; false when there is none. */
    static boolean reserve(long count) {
        units = count;
        pageMask = Os.pageBytes() - 1;
        long shortest = stateBytes(count, Geometry.MAX_STATE_SHIFT);
        long pendingFrom = pageUp(2 * stateBytes(count, Geometry.MIN_STATE_SHIFT) - shortest);
        long spansFrom = pendingFrom + tableBytes(count, BITMAP_BYTES);
        long buddyFrom = spansFrom + tableBytes(count, spanBytes());
        long linkFrom = buddyFrom + tableBytes(count, BUDDY_BYTES);
        long ownersFrom = linkFrom + tableBytes(count, LINK_BYTES);
        long dirtyFrom = ownersFrom + tableBytes(count, OWNER_BYTES);
        long agedFrom = dirtyFrom + pageUp(bitmapBytes(count));
        long bytes = agedFrom + pageUp(bitmapBytes(count));
        states = Os.reserve(bytes, Geometry.UNIT_BYTES);
        statesOrigin = states - shortest;
        pending = states + pendingFrom;
        spans = states + spansFrom;
        buddy = states + buddyFrom;
        link = states + linkFrom;
        owners = states + ownersFrom;
        dirty = states + dirtyFrom;
        aged = states + agedFrom;
        end = states + bytes;
        if (states == 0) {
            return false;
        }
        Os.adviseSmall(states, bytes); // They are used here and there.
        return true;
    }

    /** Returns the reservation to the kernel, when the tables' room was all that could be had. */
    static void unreserve() {
        Os.unmap(states, end - states);
    }

    /** Opens the records of units {@code from} to {@code to} (exclusive); false without memory. */
    static boolean open(long from, long to) {
        return openStates(from, to)
                && openTable(pending, from * BITMAP_BYTES, to * BITMAP_BYTES)
                && openTable(spans, from * spanBytes(), to * spanBytes())
                && openTable(link, from * LINK_BYTES, to * LINK_BYTES)
                && openTable(owners, from * OWNER_BYTES, to * OWNER_BYTES)
                && openTable(dirty, bitmapBytes(from), bitmapBytes(to))
                && openTable(aged, bitmapBytes(from), bitmapBytes(to));
    }

    /** These tables lie end to end: where one ends within a page, the next begins open. */
    private static boolean openStates(long from, long to) {
        boolean isOpen = true;
        for (int shift = Geometry.MIN_STATE_SHIFT; shift <= Geometry.MAX_STATE_SHIFT; shift++) {
            long table = states(shift) - states;
            isOpen &= openTable(
                    states, table + stateBytes(from, shift), table + stateBytes(to, shift));
        }
        return isOpen;
    }

    /** Opens the buddy records of a range, which are needed before its units are. */
    static boolean openBuddy(long from, long to) {
        return openTable(buddy, from * BUDDY_BYTES, to * BUDDY_BYTES);
    }

    /** Whole pages for a table, since each is opened by itself. */
    private static long tableBytes(long units, long recordBytes) {
        return pageUp(units * recordBytes);
    }

    /** Bytes of whole words with a bit for each of so many units. */
    private static long bitmapBytes(long units) {
        return units + 63 >>> 6 << 3;
    }

    private static boolean openTable(long table, long from, long to) {
        long first = from & ~pageMask;
        long last = pageUp(to);
        return last <= first || Os.open(table + first, last - first);
    }

    private static long pageUp(long bytes) {
        return (bytes + pageMask) & ~pageMask;
    }

    /** Address of the word with the pending bit of the granule at {@code offset} in the space. */
    public static long pendingWord(long offset) {
        return pending + (offset >>> Geometry.WORD_SHIFT << 3);
    }

    /** Address of the first state of a shift's table. */
    public static long states(int shift) {
        return statesOrigin + stateBytes(units, shift);
    }

    /** Bytes of so many units' states in the table of a shift. */
    private static long stateBytes(long count, int shift) {
        return count << Geometry.UNIT_SHIFT - shift;
    }

    /**
     * Each table lies behind the next shift's, which is half as long: what starts at an offset in
     * the space has its state at {@code statesOrigin() + (offset + spaceBytes() >>> shift)}.
     */
    public static long statesOrigin() {
        return statesOrigin;
    }

    /** Bytes of the space that there are tables for. */
    public static long spaceBytes() {
        return units << Geometry.UNIT_SHIFT;
    }

    /** Address of the descriptions (C only). */
    public static long spans() {
        return spans;
    }

    /** Address of the owner word of unit 0. */
    public static long owners() {
        return owners;
    }

    /** Address of a unit's owner word. */
    public static long ownerWord(long unit) {
        return owners + (unit << OWNER_SHIFT);
    }

    static long buddyRecord(long unit) {
        return buddy + unit * BUDDY_BYTES;
    }

    /** Address of the unit's word in an owner's queue. */
    public static long linkWord(long unit) {
        return link + unit * LINK_BYTES;
    }

    /** Address of the word with the dirty bits of 64 units. */
    static long dirtyWord(long unit) {
        return dirty + (unit >>> 6 << 3);
    }

    /** Address of the word that says which of 64 dirty units are aged. */
    static long agedWord(long unit) {
        return aged + (unit >>> 6 << 3);
    }

    /**
     * Gives the memory of units without blocks to the kernel, and that of their states, which are
     * and stay 0; false when the kernel refuses.
     */
    static boolean decommit(long unit, long count) {
        for (int shift = Geometry.MIN_STATE_SHIFT; shift <= Geometry.MAX_STATE_SHIFT; shift++) {
            long start = pageUp(states(shift) + stateBytes(unit, shift));
            long last = states(shift) + stateBytes(unit + count, shift) & ~pageMask;
            if (last > start) {
                Os.decommit(start, last - start);
            }
        }
        return Os.decommit(AddressSpace.addressOf(unit), count << Geometry.UNIT_SHIFT);
    }

    /** Bytes of a unit's description as raw memory. */
    @InC
    private static long spanBytes() {
        return 0;
    }
}
