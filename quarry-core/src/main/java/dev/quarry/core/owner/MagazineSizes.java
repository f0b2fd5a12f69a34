package dev.quarry.core.owner;

import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.SizeClasses;

/**
 * How many blocks the magazines of a heap may hold. A busy class grows, out of a room in bytes that
 * all classes of the heap share; when that is used up, another one shrinks.
 *
 * <p>Invariant: the capacities in bytes and the room left make
 * {@link Config#magazineBytesPerHeap}. Called by the borrowing thread, with the lock held.
 */
public final class MagazineSizes {
    /** Below this no class has a beginning: the beginnings of all would be more. */
    private static final long LEAST_ROOM = 160L << 10;

    private MagazineSizes() {}

    static void begin(Heap heap) {
        heap.magazineRoom = Config.magazineBytesPerHeap;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            setCapacity(heap, sizeClass, beginning(sizeClass));
        }
    }

    private static long beginning(int sizeClass) {
        if (Config.magazineBytesPerHeap < LEAST_ROOM) {
            return 0;
        }
        long blocks = Config.magazineBytes / SizeClasses.blockBytes(sizeClass);
        return blocks < Config.magazineBlocks ? blocks : Config.magazineBlocks;
    }

    private static void setCapacity(Heap heap, int sizeClass, long capacity) {
        Magazine magazine = heap.magazine(sizeClass + 1);
        heap.magazineRoom -= (capacity - magazine.capacity) * SizeClasses.blockBytes(sizeClass);
        magazine.capacity = capacity;
    }

    /** Doubles a magazine's capacity if there is room; false, and perhaps room next time, if not. */
    public static boolean grow(Heap heap, int sizeClass) {
        long capacity = heap.magazine(sizeClass + 1).capacity;
        long grown = capacity == 0 ? 1 : capacity << 1;
        grown = grown < Magazine.MAX_CAPACITY ? grown : Magazine.MAX_CAPACITY;
        if (grown == capacity) {
            return false;
        }
        if ((grown - capacity) * SizeClasses.blockBytes(sizeClass) > heap.magazineRoom) {
            shrinkNext(heap, sizeClass);
            return false;
        }
        setCapacity(heap, sizeClass, grown);
        return true;
    }

    /** Halves the next magazine, but for the one that needs room, that is above its beginning. */
    private static void shrinkNext(Heap heap, int needy) {
        for (int looks = 0; looks < SizeClasses.COUNT; looks++) {
            int sizeClass = heap.shrinkHand;
            heap.shrinkHand = sizeClass + 1 == SizeClasses.COUNT ? 0 : sizeClass + 1;
            Magazine magazine = heap.magazine(sizeClass + 1);
            if (sizeClass != needy && magazine.capacity > beginning(sizeClass)) {
                shrink(heap, sizeClass, magazine);
                return;
            }
        }
    }

    private static void shrink(Heap heap, int sizeClass, Magazine magazine) {
        long capacity = magazine.capacity >> 1;
        if (magazine.count > capacity) {
            Give.batch(heap, magazine, magazine.count - capacity);
        }
        setCapacity(heap, sizeClass, capacity);
    }

    /** Bytes of all blocks that the magazines of a heap may hold. */
    public static long capacityBytes(Heap heap) {
        long bytes = 0;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            bytes += heap.magazine(sizeClass + 1).capacity * SizeClasses.blockBytes(sizeClass);
        }
        return bytes;
    }

    /** Gives back all blocks in the magazines of a heap. */
    public static void empty(Heap heap) {
        for (int state = 0; state < BlockState.COUNT; state++) {
            Magazine magazine = heap.magazine(state);
            Give.batch(heap, magazine, magazine.count);
        }
    }
}
