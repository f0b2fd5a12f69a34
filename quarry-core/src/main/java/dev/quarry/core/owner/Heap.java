package dev.quarry.core.owner;

import dev.quarry.core.base.Held;
import dev.quarry.core.base.InC;
import dev.quarry.core.base.Lock;
import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.MetaBump;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanList;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;
import org.jspecify.annotations.Nullable;

/**
 * An allocator instance. A thread borrows one for as long as it lives; a shared one serves whoever
 * has none. Never dropped: the next thread finds it as it was left. The magazines are the borrowing
 * thread's alone; everything below them is guarded by the heap's lock.
 *
 * <p>The empty heap is what a thread has before its first slow path. It has no lock word.
 */
public final class Heap {
    // What the fast paths read, in one cache line in C. Of the address space the borrowing thread
    // has a view of its own: all zero in the empty heap, for which every block is foreign.
    /** As {@link AddressSpace#base}. */
    public long base;

    /** What makes an address an offset behind a space as long as this one: see {@link #stateOf}. */
    private long stateBias;

    /** As {@link UnitTables#statesOrigin}. */
    private long statesOrigin;

    /** Granules that were open when it last looked; its own blocks lie below. */
    public long openGranules;

    /** Address of the owner word that a unit at address 0 would have. */
    private long ownersOfZero;

    /** As {@link OwnerWord#ofSlot}. */
    private int slotWord;

    // Fixed at birth.
    /** Number of the heap in the registry, from 1 to {@link OwnerWord#MAX_SLOT}; 0 is nobody. */
    public int slot;

    /** Whether any thread may allocate from it, under its lock. */
    public boolean isShared;

    /** Address of the lock word; 0 in the empty heap only. */
    public long lockWord;

    /** Address of the queue of spans with pending blocks. */
    public long queueWord;

    /** Address of the inbox: parcels of blocks freed by other threads. */
    public long inboxWord;

    /** Address of the word with the block that its thread is freeing to another heap; 0 = none. */
    public long postingWord;

    /** Address of its thread's open parcels to other heaps. */
    public long outboxWords;

    /** The heap registered before this one; null at the first. */
    public @Nullable Heap older;

    /** The heap registered after this one; null at the last. Written under the registry's lock. */
    public @Nullable Heap newer;

    /** Of a program's heap: its account, for ever. 0 for those of threads and of the process. */
    public long account;

    // The borrowing thread's own.
    /** On HotSpot: the id of the thread that borrows it, or did last; 0 = none yet. */
    public long borrower;

    /** A block put aside by {@link Spare}; 0 = none. */
    public long spare;

    /** Bytes by which its magazines may still grow. */
    public long magazineRoom;

    /** Bytes of the blocks in its magazines' reserves. Under its lock. */
    public long reserveBytes;

    /** Bytes it may still free before its thread is to help with giving memory back. */
    public long freeCredit;

    /** The size class whose magazine shrinks next when another needs room. */
    public int shrinkHand;

    /** A bit for each class whose magazine had a miss since the hand came by. */
    public long busyClasses;

    // The registry's, under its lock.
    /** Whether {@link EveryLock} took its lock. */
    boolean isHeldByAll;

    /** The next heap that no thread borrows. */
    public @Nullable Heap nextIdle;

    /** Whether no thread borrows it. */
    public boolean isIdle;

    // Under the heap's lock.
    /** Blocks that left its spans, for a user or a magazine. */
    public long mallocCount;

    /** Blocks that came back to its spans. */
    public long freeCount;

    /** Of those, freed by other threads. */
    public long remoteFreeCount;

    /** Misses served by each step, in their order: the magazine's reserve. */
    public long reserveHits;

    /** Parcels of blocks that other threads freed. */
    public long parcelHits;

    /** Spans taken up one by one from other threads' frees. */
    public long queueHits;

    /** A span with free blocks. */
    public long availableHits;

    /** An empty span kept for reuse. */
    public long retiredHits;

    /** A span cut from a buddy run. */
    public long cutSpans;

    /** Bytes of all its spans, and the most that they ever were. */
    public long spanBytes;

    public long mostSpanBytes;

    /** Bytes of the spans in the retired lists. */
    public long retiredBytes;

    /** Bytes of its spans, as whoever checks it has counted them. */
    public long seenBytes;

    /**
     * Of a program's heap: its number while it is open, which no other ever has; 0 when closed.
     * Written under the tree's lock, too.
     */
    public long id;

    /** The number it has when it is opened next. */
    public long nextId;

    /** Of a program's heap: its full spans, so that all of its spans are in some list. */
    @SuppressWarnings("NullAway.Init") // Set when the heap is made.
    public SpanList full;

    /** Blocks that its thread, left behind by forks, had in magazines or half-way in or out. */
    public int lostAtMost;

    private final Bin[] bins = new Bin[SizeClasses.COUNT];
    private final Magazine[] magazines = emptyMagazines();

    @InC
    private static Magazine[] emptyMagazines() {
        Magazine[] magazines = new Magazine[SizeClasses.COUNT];
        for (int sizeClass = 0; sizeClass < magazines.length; sizeClass++) {
            magazines[sizeClass] = new Magazine();
        }
        return magazines;
    }

    /** The heap without anything, where every path is the slow one. */
    @InC
    public static Heap empty() {
        return Empty.HEAP;
    }

    /** A new heap without locks and spans, or null when memory is exhausted. */
    @InC
    private static @Nullable Heap allocate() {
        try {
            Heap heap = new Heap();
            heap.full = new SpanList();
            for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
                Bin bin = new Bin();
                bin.available = new SpanList();
                bin.retired = new SpanList();
                heap.bins[sizeClass] = bin;
            }
            return heap;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    @InC
    public Magazine magazine(int sizeClass) {
        return magazines[sizeClass];
    }

    /** The magazine of the class of {@link SizeClasses#headOf}. */
    @InC
    public Magazine magazineAt(int head) {
        return magazines[head >>> SizeClasses.HEAD_SHIFT];
    }

    @InC
    public Bin bin(int sizeClass) {
        return bins[sizeClass];
    }

    /** A new heap, or null when memory is exhausted. */
    static @Nullable Heap create(int slot) {
        Heap heap = allocate();
        long words = heap == null ? 0 : MetaBump.allocate(3 * Geometry.LINE_BYTES);
        if (heap == null || words == 0) {
            return null;
        }
        heap.lockWord = words;
        Held.setOrder(words, Held.HEAPS + slot);
        heap.queueWord = words + Geometry.LINE_BYTES;
        heap.inboxWord = heap.queueWord + 8;
        heap.postingWord = words + 2 * Geometry.LINE_BYTES;
        heap.outboxWords = heap.postingWord + 8;
        heap.slot = slot;
        heap.slotWord = OwnerWord.ofSlot(slot);
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            heap.bin(sizeClass).current = Span.empty();
        }
        MagazineSizes.begin(heap);
        return heap;
    }

    /** Sees what has been opened since it last looked. */
    public void look() {
        if (openGranules == AddressSpace.openGranules) {
            return;
        }
        base = AddressSpace.base;
        long unit = base >>> Geometry.UNIT_SHIFT;
        ownersOfZero = UnitTables.owners() - (unit << UnitTables.OWNER_SHIFT);
        stateBias = UnitTables.spaceBytes() - base;
        statesOrigin = UnitTables.statesOrigin();
        openGranules = AddressSpace.openGranules;
    }

    /** The {@link OwnerWord} of the unit of an address in the open space. */
    int ownerWordOf(long block) {
        long word = block >>> Geometry.UNIT_SHIFT << UnitTables.OWNER_SHIFT;
        return Memory.getInt(ownersOfZero + word);
    }

    /** The same, with the slot of this heap taken away. */
    public int ownWordOf(long block) {
        return ownerWordOf(block) - slotWord;
    }

    /** Address of the state of a block of a unit with that owner word. */
    public long stateOf(int ownerWord, long block) {
        return statesOrigin + (block + stateBias >>> OwnerWord.stateShift(ownerWord));
    }

    public boolean isEmpty() {
        return lockWord == 0;
    }

    /** Whether its magazines and open parcels are one thread's, the one that borrows it. */
    public boolean isPrivate() {
        return !isEmpty() && !isShared;
    }

    /** Whether a program opens and closes it, and gives it a limit. */
    public boolean isProgram() {
        return account != 0;
    }

    /** Address of the word behind the inbox: the first parcel taken out and not unpacked yet. */
    public long takenWord() {
        return inboxWord + Inbox.TAKEN;
    }

    /** Takes the lock; false when this thread has it already or must not wait for it. */
    public boolean lock() {
        return Lock.acquire(lockWord);
    }

    public void unlock() {
        Lock.release(lockWord);
    }

    /** Keeps the class initialiser of the heap itself free of objects. */
    private static final class Empty {
        static final Heap HEAP = new Heap();
    }
}
