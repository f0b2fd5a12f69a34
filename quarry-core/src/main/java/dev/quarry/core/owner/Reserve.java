package dev.quarry.core.owner;

import dev.quarry.core.base.Memory;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.SizeClasses;

/**
 * What lies behind a magazine that has no room to grow: an array of blocks in metadata, a stack.
 * Blocks move between the two as addresses, so that nobody has to touch them, find their spans or
 * take a lock. The heap's lock is held, so that a pass can empty what nobody uses.
 *
 * <p>Invariant: {@code heap.reserveBytes} is what all reserves of the heap hold, and no more is put
 * than {@link #mostBytes} at that time.
 */
public final class Reserve {
    /** Blocks that fit, of small blocks and of larger ones. */
    private static final long BLOCKS = 1024;

    private static final long LARGER_BLOCKS = 128;
    private static final long SMALL_BYTES = 1024;

    private Reserve() {}

    /**
     * Bytes of all blocks that a heap's reserves may hold: as much as its magazines, or a quarter
     * of its spans if that is more. It bounds the peak; an idle program keeps nothing in reserve.
     */
    public static long mostBytes(Heap heap) {
        long share = heap.spanBytes >> 2;
        long least = Config.magazineBytesPerHeap;
        return share < least || least == 0 ? least : share;
    }

    /** Bytes of the blocks in a heap's reserves, counted anew. */
    public static long bytes(Heap heap) {
        long bytes = 0;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            long blocks = heap.magazine(sizeClass).reserveCount;
            bytes += blocks * SizeClasses.blockBytes(sizeClass);
        }
        return bytes;
    }

    private static long blocks(long blockBytes) {
        return blockBytes <= SMALL_BYTES ? BLOCKS : LARGER_BLOCKS;
    }

    /** Moves the {@code count} blocks put last into a magazine; false if there is no room. */
    static boolean put(Heap heap, Magazine magazine, long count, long blockBytes) {
        long bytes = count * blockBytes;
        boolean hasRoom =
                count != 0
                        && magazine.reserveCount + count <= blocks(blockBytes)
                        && heap.reserveBytes + bytes <= mostBytes(heap)
                        && exists(magazine, blockBytes);
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
        magazine.reserveCount += (int) count;
        magazine.reserveCalm = 0;
        heap.reserveBytes += bytes;
        return true;
    }

    private static boolean exists(Magazine magazine, long blockBytes) {
        if (magazine.reserve == 0) {
            magazine.reserve = MetaBump.allocate(blocks(blockBytes) << 3);
        }
        return magazine.reserve != 0;
    }

    /** Fills an empty magazine with up to {@code count} blocks; false when the reserve is empty. */
    static boolean take(Heap heap, Magazine magazine, long count, long blockBytes) {
        long taken = magazine.reserveCount < count ? magazine.reserveCount : count;
        if (taken == 0) {
            return false;
        }
        magazine.reserveCount -= (int) taken;
        magazine.reserveCalm = 0;
        long from = magazine.reserve + (magazine.reserveCount << 3);
        for (long i = 0; i < taken; i++) {
            magazine.setSlot(i, Memory.getLong(from + (i << 3)));
        }
        magazine.setCount(taken);
        heap.reserveBytes -= taken * blockBytes;
        return true;
    }

    /** Gives everything back to the spans. The heap's lock is held. */
    static void empty(Heap heap, Magazine magazine, long blockBytes) {
        for (long i = 0; i < magazine.reserveCount; i++) {
            Give.unused(heap, Memory.getLong(magazine.reserve + (i << 3)));
        }
        heap.reserveBytes -= magazine.reserveCount * blockBytes;
        magazine.reserveCount = 0;
    }
}
