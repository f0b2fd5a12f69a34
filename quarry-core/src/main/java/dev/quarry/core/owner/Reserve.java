package dev.quarry.core.owner;

import dev.quarry.core.base.Memory;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.span.Magazine;

/**
 * What lies behind a full-grown magazine: an array of blocks in metadata, a stack. Blocks move
 * between the two as addresses, so that nobody has to touch them, find their spans or take a lock.
 * Its bytes come out of the room that the heap's magazines share. The heap's lock is held, so that
 * a pass can empty what nobody uses.
 */
final class Reserve {
    /** Blocks that fit. */
    static final long BLOCKS = 1024;

    private Reserve() {}

    /** Moves the {@code count} blocks put last into a magazine; false if there is no room. */
    static boolean put(Heap heap, Magazine magazine, long count, long blockBytes) {
        long bytes = count * blockBytes;
        boolean hasRoom =
                magazine.capacity() == Magazine.MAX_CAPACITY
                        && magazine.reserveCount + count <= BLOCKS
                        && bytes <= heap.magazineRoom
                        && exists(magazine);
        if (!hasRoom) {
            return false;
        }
        magazine.layDown();
        long to = magazine.reserve + (magazine.reserveCount << 3);
        long left = magazine.count() - count;
        for (long i = 0; i < count; i++) {
            Memory.putLong(to + (i << 3), magazine.slot(left + i));
        }
        magazine.setCount(left);
        magazine.reserveCount += count;
        magazine.reserveCalm = 0;
        heap.magazineRoom -= bytes;
        return true;
    }

    private static boolean exists(Magazine magazine) {
        if (magazine.reserve == 0) {
            magazine.reserve = MetaBump.allocate(BLOCKS << 3);
        }
        return magazine.reserve != 0;
    }

    /** Fills an empty magazine with up to {@code count} blocks; false when the reserve is empty. */
    static boolean take(Heap heap, Magazine magazine, long count, long blockBytes) {
        long taken = magazine.reserveCount < count ? magazine.reserveCount : count;
        if (taken == 0) {
            return false;
        }
        magazine.reserveCount -= taken;
        magazine.reserveCalm = 0;
        long from = magazine.reserve + (magazine.reserveCount << 3);
        for (long i = 0; i < taken; i++) {
            magazine.setSlot(i, Memory.getLong(from + (i << 3)));
        }
        magazine.setCount(taken);
        heap.magazineRoom += taken * blockBytes;
        return true;
    }

    /** Gives everything back to the spans. The heap's lock is held. */
    static void empty(Heap heap, Magazine magazine, long blockBytes) {
        for (long i = 0; i < magazine.reserveCount; i++) {
            Give.unused(heap, Memory.getLong(magazine.reserve + (i << 3)));
        }
        heap.magazineRoom += magazine.reserveCount * blockBytes;
        magazine.reserveCount = 0;
    }
}
