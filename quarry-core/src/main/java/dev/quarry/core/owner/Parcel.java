package dev.quarry.core.owner;

import dev.quarry.core.base.Memory;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.tune.Geometry;

/**
 * An array of blocks on their way from the thread that freed them to the heap they came from, and
 * the pool of empty ones. Raw memory, 512 bytes of metadata each, never returned:
 *
 * <pre>
 *   next     the parcel after this one, in an inbox or in the pool; 0 = none
 *   inbox    address of the inbox word it is for; 0 = it lies in the pool
 *   count    blocks in it
 *   bytes    their bytes
 *   missed   frees to other heaps that wanted its place
 *   blocks   59
 * </pre>
 *
 * <p>The pool is a stack: its head word is the first parcel's number (its distance from the head
 * word in cache lines, never 0), below a tag that each change raises, so that a head seen twice is
 * the same head (R. K. Treiber, "Systems Programming: Coping with Parallelism", 1986).
 */
public final class Parcel {
    /** Blocks that fit. */
    public static final long BLOCKS = 59;

    /** From so many bytes on a parcel is sent. A bound on what a sender holds back. */
    static final long FULL_BYTES = 8L << 10;

    private static final long PARCEL_BYTES = 512;
    private static final int NUMBER_SHIFT = 6;
    private static final long INBOX = 8;
    private static final long COUNT = 16;
    private static final long BYTES = 24;
    private static final long MISSED = 32;
    private static final long FIRST = 40;

    private static final int TAG_SHIFT = 32;
    private static final long NUMBER_MASK = (1L << TAG_SHIFT) - 1;

    /** Address of the pool's head word. */
    private static long poolWord;

    private Parcel() {}

    /** Takes its head word; false when metadata is exhausted. */
    static boolean init() {
        poolWord = poolWord == 0 ? MetaBump.allocate(Geometry.LINE_BYTES) : poolWord;
        return poolWord != 0;
    }

    /** An empty parcel for an inbox; 0 when metadata is exhausted. */
    static long open(long inboxWord) {
        long parcel = take();
        if (parcel != 0) {
            Memory.putLong(parcel + INBOX, inboxWord);
            Memory.putLongRelaxed(parcel + COUNT, 0);
            Memory.putLong(parcel + BYTES, 0);
            Memory.putLong(parcel + MISSED, 0);
        }
        return parcel;
    }

    private static long take() {
        long head = Memory.getLongAcquire(poolWord);
        while ((head & NUMBER_MASK) != 0) {
            long parcel = at(head);
            long next = Memory.getLongRelaxed(parcel);
            if (Memory.casLong(poolWord, head, raised(head) | next)) {
                return parcel;
            }
            head = Memory.getLongAcquire(poolWord);
        }
        return MetaBump.allocate(PARCEL_BYTES);
    }

    /** Gives a parcel back that nobody reads any more. */
    static void close(long parcel) {
        long number = parcel - poolWord >>> NUMBER_SHIFT;
        Memory.putLong(parcel + INBOX, 0);
        long head = Memory.getLongAcquire(poolWord);
        Memory.putLongRelaxed(parcel, head & NUMBER_MASK);
        while (!Memory.casLong(poolWord, head, raised(head) | number)) {
            head = Memory.getLongAcquire(poolWord);
            Memory.putLongRelaxed(parcel, head & NUMBER_MASK);
        }
    }

    private static long raised(long head) {
        return (head >>> TAG_SHIFT) + 1 << TAG_SHIFT;
    }

    private static long at(long head) {
        return poolWord + ((head & NUMBER_MASK) << NUMBER_SHIFT);
    }

    /** Adds a block; whether the parcel is to be sent now. */
    static boolean add(long parcel, long block, long blockBytes) {
        long count = Memory.getLong(parcel + COUNT);
        long bytes = Memory.getLong(parcel + BYTES) + blockBytes;
        Memory.putLongRelaxed(parcel + FIRST + (count << 3), block);
        Memory.putLongRelaxed(parcel + COUNT, count + 1);
        Memory.putLong(parcel + BYTES, bytes);
        return count + 1 == BLOCKS || bytes >= FULL_BYTES;
    }

    /** A free to another heap wanted this parcel's place; how often that has happened. */
    static long miss(long parcel) {
        long missed = Memory.getLong(parcel + MISSED) + 1;
        Memory.putLong(parcel + MISSED, missed);
        return missed;
    }

    /** Puts a parcel into its inbox. */
    static void send(long parcel) {
        long inbox = inboxOf(parcel);
        long head = Memory.getLongRelaxed(inbox);
        Memory.putLongRelaxed(parcel, head);
        while (!Memory.casLong(inbox, head, parcel)) {
            head = Memory.getLongRelaxed(inbox);
            Memory.putLongRelaxed(parcel, head);
        }
    }

    public static long next(long parcel) {
        return Memory.getLongRelaxed(parcel);
    }

    static long inboxOf(long parcel) {
        return Memory.getLong(parcel + INBOX);
    }

    /** Relaxed, as the blocks: whoever adds up what waits looks into open parcels, too. */
    public static long count(long parcel) {
        return Memory.getLongRelaxed(parcel + COUNT);
    }

    public static long block(long parcel, long index) {
        return Memory.getLongRelaxed(parcel + FIRST + (index << 3));
    }
}
