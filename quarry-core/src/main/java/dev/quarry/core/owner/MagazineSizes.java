package dev.quarry.core.owner;

import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.SizeClasses;

/**
 * How many blocks the magazines of a heap may hold, and how they are filled and emptied.
 *
 * <p>A busy class grows, out of a room in bytes that all classes of the heap share; when that is
 * used up, another one shrinks.
 *
 * <p>Invariant: the capacities in bytes and the room left make {@link
 * Config#magazineBytesPerHeap}. Called by the borrowing thread, with the lock held.
 */
public final class MagazineSizes {
    /** Below this no class has a beginning: the beginnings of all would be more. */
    private static final long LEAST_ROOM = 160L << 10;

    private MagazineSizes() {}

    static void begin(Heap heap) {
        heap.magazineRoom = Config.magazineBytesPerHeap;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            heap.magazine(sizeClass).setClass(sizeClass);
            if (heap.magazine(sizeClass).makeSlots(beginning(sizeClass))) {
                setCapacity(heap, sizeClass, beginning(sizeClass));
            }
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
        Magazine magazine = heap.magazine(sizeClass);
        heap.magazineRoom -= (capacity - magazine.capacity()) * SizeClasses.blockBytes(sizeClass);
        magazine.setCapacity(capacity);
    }

    /** Doubles a magazine's capacity; false, and perhaps room next time, if there is none now. */
    public static boolean grow(Heap heap, int sizeClass) {
        long capacity = heap.magazine(sizeClass).capacity();
        long grown = capacity == 0 ? 1 : capacity << 1;
        grown = grown < Magazine.MAX_CAPACITY ? grown : Magazine.MAX_CAPACITY;
        if (grown == capacity) {
            return false;
        }
        if ((grown - capacity) * SizeClasses.blockBytes(sizeClass) > heap.magazineRoom) {
            shrinkNext(heap);
            return false;
        }
        if (!heap.magazine(sizeClass).makeSlots(grown)) {
            return false;
        }
        setCapacity(heap, sizeClass, grown);
        return true;
    }

    /**
     * Halves the next magazine if it is above its beginning and had no miss since it was the next
     * one before (a clock with a second chance): classes that are all busy leave each other what
     * they have, and what a class has that is not comes to them before long.
     */
    private static void shrinkNext(Heap heap) {
        int sizeClass = heap.shrinkHand;
        heap.shrinkHand = sizeClass + 1 == SizeClasses.COUNT ? 0 : sizeClass + 1;
        Magazine magazine = heap.magazine(sizeClass);
        boolean isBusy = (heap.busyClasses & 1L << sizeClass) != 0;
        heap.busyClasses &= ~(1L << sizeClass);
        if (!isBusy && magazine.capacity() > beginning(sizeClass)) {
            shrink(heap, sizeClass, magazine);
        }
    }

    private static void shrink(Heap heap, int sizeClass, Magazine magazine) {
        long capacity = magazine.capacity() >> 1;
        if (magazine.count() > capacity) {
            Give.batch(heap, sizeClass, magazine.count() - capacity);
        }
        setCapacity(heap, sizeClass, capacity);
    }

    /** Bytes of all blocks that the magazines of a heap may hold. */
    public static long capacityBytes(Heap heap) {
        long bytes = 0;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            bytes += heap.magazine(sizeClass).capacity() * SizeClasses.blockBytes(sizeClass);
        }
        return bytes;
    }

    /** Makes room in a full magazine: half of it goes to the reserve or back, in bulk all of it. */
    public static boolean overflow(Heap heap, int sizeClass) {
        Magazine magazine = heap.magazine(sizeClass);
        long count = magazine.isInBulk() ? magazine.capacity() : (magazine.capacity() + 1) >> 1;
        magazine.refillCount = 0;
        heap.busyClasses |= 1L << sizeClass;
        if (!Reserve.put(heap, magazine, count, SizeClasses.blockBytes(sizeClass))) {
            Give.batch(heap, sizeClass, count);
        }
        return count != 0;
    }

    /** Fills an empty magazine: half of what it may hold; in bulk all of it, and that grows. */
    public static void refill(Heap heap, int sizeClass) {
        Magazine magazine = heap.magazine(sizeClass);
        long count = (magazine.capacity() + 1) >> 1;
        heap.busyClasses |= 1L << sizeClass;
        if (Reserve.take(heap, magazine, count, SizeClasses.blockBytes(sizeClass))) {
            heap.reserveHits++;
            return;
        }
        if (Inbox.isFilled(heap)) {
            Inbox.intoMagazines(heap, magazine);
            if (!magazine.isEmpty()) {
                heap.parcelHits++;
                return;
            }
        }
        magazine.refillCount++;
        if (magazine.isInBulk()) {
            grow(heap, sizeClass);
            count = magazine.capacity();
        }
        Take.batch(heap, sizeClass, magazine, count);
    }

    /**
     * In a fork's child: empties the magazines of a heap whose thread stayed behind, and returns
     * how many blocks are lost by that. The kernel copies a process page by page while its threads
     * run on, so positions may be older than slots: a block could be in a magazine twice.
     */
    static long forget(Heap heap) {
        long lost = 0;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            Magazine magazine = heap.magazine(sizeClass);
            lost += magazine.count();
            magazine.setCount(0);
        }
        return lost;
    }

    /** Gives back all blocks in the magazines of a heap and in their reserves, and its spare. */
    public static void empty(Heap heap) {
        Spare.empty(heap);
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            Magazine magazine = heap.magazine(sizeClass);
            Give.batch(heap, sizeClass, magazine.count());
            Reserve.empty(heap, magazine, SizeClasses.blockBytes(sizeClass));
        }
    }
}
