package dev.quarry.core.central;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Os;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.page.Chunks;
import dev.quarry.core.page.DirtyUnits;
import dev.quarry.core.span.Account;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Poison;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.Geometry;

/**
 * Large blocks: a run of units each, described in its first unit only. Up to 1 GiB a buddy run,
 * above it chunks in a row. Takes the buddy lock itself; what it decides is decided under it, so
 * that of two frees of one block exactly one succeeds.
 */
public final class LargeSource {
    // Under the buddy lock.
    /** Large blocks handed out. */
    public static long mallocCount;

    /** Large blocks taken back. */
    public static long freeCount;

    /** Bytes of the blocks that users hold. */
    public static long liveBytes;

    /** Units that they use. */
    public static long usedUnits;

    /** Units of their runs that lie behind what they use and are dirty. */
    public static long dirtySlackUnits;

    /** Units with memory of blocks on their way back. */
    public static long leavingUnits;

    private LargeSource() {}

    /**
     * A block of {@code bytes} bytes, whole pages, at a multiple of {@code alignment}, charged to
     * an account; 0 when there is no room for it: in the account, or in memory.
     */
    public static long take(long bytes, long alignment, long account) {
        giveLeft();
        if (!Buddy.lock()) {
            return 0;
        }
        long block = charged(bytes, alignment, account);
        Buddy.unlock();
        return block;
    }

    private static long charged(long bytes, long alignment, long account) {
        if (!Account.chargeRun(account, chargeOf(bytes))) {
            return 0;
        }
        long block = takeLocked(bytes, alignment, account);
        if (block == 0) {
            Account.credit(account, chargeOf(bytes));
        }
        return block;
    }

    /** Bytes of the units that a block uses: the rest of its run has no memory behind it. */
    public static long chargeOf(long bytes) {
        return Geometry.unitsFor(bytes) << Geometry.UNIT_SHIFT;
    }

    private static long takeLocked(long bytes, long alignment, long account) {
        long units = unitsFor(bytes > alignment ? bytes : alignment);
        boolean isBuddyRun = units <= Geometry.CHUNK_UNITS;
        if (!isBuddyRun) {
            units = unitsFor(bytes < Geometry.CHUNK_BYTES ? Geometry.CHUNK_BYTES : bytes);
        }
        long unit = isBuddyRun ? Buddy.allocate(orderOf(units)) : takeChunks(units, alignment);
        if (unit == Buddy.NONE) {
            return 0;
        }
        if (!SpanTable.make(unit)) {
            giveRun(unit, units);
            return 0;
        }
        Span at = SpanTable.at(unit);
        at.headUnit = unit;
        at.unitCount = units;
        at.blockBytes = bytes;
        at.firstBlock = AddressSpace.addressOf(unit);
        at.kind = Span.LARGE;
        BlockState.put(at, at.firstBlock, BlockState.LIVE);
        LargeList.push(at, account);
        mallocCount++;
        count(at, 1);
        return at.firstBlock;
    }

    private static long takeChunks(long units, long alignment) {
        long alignChunks = alignment >>> Geometry.CHUNK_SHIFT;
        return Chunks.allocate(
                units / Geometry.CHUNK_UNITS, alignChunks == 0 ? 1 : alignChunks);
    }

    private static void giveRun(long unit, long units) {
        if (units <= Geometry.CHUNK_UNITS) {
            Buddy.free(unit, orderOf(units));
        } else {
            Chunks.free(unit, units / Geometry.CHUNK_UNITS);
        }
    }

    /** Units of the run for so many bytes: a power of two up to a chunk, then whole chunks. */
    private static long unitsFor(long bytes) {
        long units = Geometry.unitsFor(bytes);
        return units <= Geometry.CHUNK_UNITS
                ? 1L << orderOf(units)
                : (units + Geometry.CHUNK_UNITS - 1) & -Geometry.CHUNK_UNITS;
    }

    private static int orderOf(long units) {
        int order = 0;
        while (1L << order < units) {
            order++;
        }
        return order;
    }

    /** Frees the large block at an address of the unit described; a fault when there is none. */
    public static int give(Span at, long block) {
        giveLeft();
        boolean isLeft = Buddy.isInTheWay() || !Buddy.lock();
        boolean isFreed = isTaken(at, block);
        if (Guards.largeState() && !isFreed) {
            if (!isLeft) {
                Buddy.unlock();
            }
            return at.firstBlock == block ? Fault.DOUBLE_FREE : Fault.NOT_A_BLOCK;
        }
        if (isLeft) {
            leave(at);
        } else {
            giveLocked(at);
        }
        return Fault.NONE;
    }

    /** Whether a user's block is nobody's now. */
    private static boolean isTaken(Span at, long block) {
        return BlockState.change(at, block, BlockState.LIVE, BlockState.NONE);
    }

    /** Inside a signal handler: leaves a freed block to whoever takes the lock next. */
    private static void leave(Span at) {
        long word = Buddy.leftWord();
        long head = Memory.getLongAcquire(word);
        at.search = head;
        while (!Memory.casLong(word, head, at.headUnit + 1)) {
            head = Memory.getLongAcquire(word);
            at.search = head;
        }
    }

    /** Takes back what signal handlers had to leave. Called with the lock free to be taken. */
    public static void giveLeft() {
        if (Memory.getLongRelaxed(Buddy.leftWord()) == 0 || Buddy.isInTheWay()) {
            return;
        }
        long next = Memory.exchangeLong(Buddy.leftWord(), 0);
        while (next != 0) {
            Span at = SpanTable.at(next - 1);
            next = at.search;
            giveOne(at);
        }
    }

    /** Takes a block back whose state says so already. */
    public static void giveOne(Span at) {
        Buddy.lockAgain();
        giveLocked(at);
    }

    /** As {@link #giveOne} with the lock held. Unlocks. */
    private static void giveLocked(Span at) {
        at.kind = Span.LEAVING;
        freeCount++;
        count(at, -1);
        Account.credit(Account.numbered(at.account), chargeOf(at.blockBytes));
        LargeList.remove(at);
        if (staysWarm(at)) {
            DirtyUnits.mark(at.headUnit, Geometry.unitsFor(at.blockBytes));
            arrive(at);
            Buddy.unlock();
        } else {
            leavingUnits += unitsWithMemory(at);
            Buddy.unlock();
            giveBack(at);
        }
    }

    /** Sets {@link Config#warmBytes} while others read it; false when the lock cannot be had. */
    public static boolean keepWarm(long bytes) {
        if (!Buddy.lock()) {
            return false;
        }
        Config.warmBytes = bytes;
        Buddy.unlock();
        return true;
    }

    /** Frees all large blocks of an account; returns their bytes. */
    public static long giveAll(long account) {
        giveLeft();
        long bytes = 0;
        boolean isMore = true;
        while (isMore && Buddy.lock()) {
            Span at = LargeList.first(account);
            isMore = at != null;
            if (at == null) {
                Buddy.unlock();
            } else if (isTaken(at, at.firstBlock)) {
                bytes += at.blockBytes;
                Poison.freed(at.firstBlock, at.blockBytes);
                giveLocked(at);
            } else {
                Buddy.unlock();
                giveLeft(); // A signal handler has freed it, and somebody takes it back just now.
            }
        }
        return bytes;
    }

    private static boolean staysWarm(Span at) {
        long waiting = Buddy.dirtyUnits() + Geometry.unitsFor(at.blockBytes);
        return waiting << Geometry.UNIT_SHIFT <= Config.warmBytes;
    }

    /** Adds a block that users hold to what is counted, or with -1 takes it out. */
    private static void count(Span at, long blocks) {
        liveBytes += blocks * at.blockBytes;
        usedUnits += blocks * Geometry.unitsFor(at.blockBytes);
        dirtySlackUnits += blocks * dirtySlack(at);
        Account.countLarge(Account.numbered(at.account), blocks, blocks * at.blockBytes);
    }

    private static long dirtySlack(Span at) {
        long used = Geometry.unitsFor(at.blockBytes);
        return DirtyUnits.count(at.headUnit + used, at.unitCount - used);
    }

    private static long unitsWithMemory(Span at) {
        return Geometry.unitsFor(at.blockBytes) + dirtySlack(at);
    }

    private static void arrive(Span at) {
        at.kind = Span.NOTHING;
        giveRun(at.headUnit, at.unitCount);
    }

    /** Ends what {@link #give} began: the run becomes free, its memory goes to the kernel. */
    public static void giveBack(Span at) {
        long used = Geometry.unitsFor(at.blockBytes);
        boolean isGone = Os.decommit(at.firstBlock, used << Geometry.UNIT_SHIFT);
        Buddy.lockAgain();
        leavingUnits -= unitsWithMemory(at);
        if (isGone) {
            DirtyUnits.clear(at.headUnit, used);
        } else {
            DirtyUnits.mark(at.headUnit, used);
        }
        arrive(at);
        Buddy.unlock();
    }

    /** Makes a large block {@code bytes} (whole pages) long where it lies; false if it cannot. */
    public static boolean resize(Span at, long block, long bytes) {
        if (!Buddy.lock()) {
            return false;
        }
        boolean done = BlockState.in(at, block) == BlockState.LIVE && resizeCharged(at, bytes);
        Buddy.unlock();
        return done;
    }

    private static boolean resizeCharged(Span at, long bytes) {
        long account = Account.numbered(at.account);
        long before = chargeOf(at.blockBytes);
        long more = chargeOf(bytes) - before;
        if (more > 0 && !Account.charge(account, more)) {
            return false;
        }
        count(at, -1);
        boolean done = resizeLocked(at, bytes);
        count(at, 1);
        long charged = more > 0 ? before + more : before;
        Account.credit(account, charged - chargeOf(at.blockBytes));
        return done;
    }

    private static boolean resizeLocked(Span at, long bytes) {
        long units = unitsFor(bytes);
        if (units > at.unitCount && !extend(at, units)) {
            return false;
        }
        if (bytes < at.blockBytes) {
            dropTail(at, bytes);
        }
        at.blockBytes = bytes;
        if (units < at.unitCount) {
            shrink(at, units);
        }
        return true;
    }

    private static boolean extend(Span at, long units) {
        boolean done;
        if (units <= Geometry.CHUNK_UNITS) {
            done = Buddy.extend(at.headUnit, orderOf(at.unitCount), orderOf(units));
        } else {
            long missing = chunksOf(units - at.unitCount);
            done =
                    at.unitCount >= Geometry.CHUNK_UNITS
                            && Chunks.extend(at.headUnit + at.unitCount, missing);
        }
        if (done) {
            at.unitCount = units;
        }
        return done;
    }

    private static long chunksOf(long units) {
        return units / Geometry.CHUNK_UNITS;
    }

    private static void shrink(Span at, long units) {
        long chunks = (units + Geometry.CHUNK_UNITS - 1) / Geometry.CHUNK_UNITS;
        if (chunksOf(at.unitCount) > chunks) {
            Chunks.free(
                    at.headUnit + chunks * Geometry.CHUNK_UNITS, chunksOf(at.unitCount) - chunks);
            at.unitCount = chunks * Geometry.CHUNK_UNITS;
        }
        if (units < at.unitCount) {
            Buddy.shrink(at.headUnit, orderOf(at.unitCount), orderOf(units));
            at.unitCount = units;
        }
    }

    /** Accounts for the units that a shorter block no longer covers; gives a long tail back. */
    private static void dropTail(Span at, long bytes) {
        long kept = Geometry.unitsFor(bytes);
        long dropped = Geometry.unitsFor(at.blockBytes) - kept;
        DirtyUnits.mark(at.headUnit + kept, dropped);
        if (dropped << Geometry.UNIT_SHIFT >= Config.tailDecommitBytes) {
            DirtyUnits.decommit(at.headUnit + kept, dropped);
        }
    }
}
