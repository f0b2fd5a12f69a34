package dev.quarry.core.owner;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Held;
import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.span.Span;
import dev.quarry.core.tune.SizeClasses;

/**
 * The sender's side of remote frees: a free is one CAS of the block's state, and the block's
 * address goes into a parcel, which is sent when it is full. A heap has a few places for open
 * parcels, a place for all owners whose slots share their last bits.
 *
 * <p>By the sending thread alone. What interrupts it in here (a signal handler), what has no heap
 * and blocks too large to be kept back go the other way, {@link RemoteFrees}.
 */
public final class Outbox {
    /** Places for open parcels. */
    public static final int PLACES = 4;

    /** Larger blocks are posted one by one: a few of them make the sender hold back much. */
    private static final long MAX_BLOCK_BYTES = 1024;

    /** After so many frees to other heaps a parcel leaves its place, however empty. */
    private static final long PATIENCE = 16;

    /** Posted instead of a block while parcels are sent. */
    private static final long NO_BLOCK = 1;

    private Outbox() {}

    /**
     * Frees a block of a heap that this thread does not own; returns a fault and changes nothing
     * when nobody holds a block there.
     */
    public static int put(Heap sender, Heap owner, Span at, long block) {
        if (!sender.isPrivate() || isInside(sender)) {
            return RemoteFrees.post(owner, at, block);
        }
        note(sender, block);
        long parcel = at.blockBytes > MAX_BLOCK_BYTES ? 0 : open(sender, owner);
        int fault = parcel == 0
                ? RemoteFrees.post(owner, at, block)
                : add(place(sender, owner.slot), parcel, at, block);
        note(sender, 0);
        return fault;
    }

    /**
     * The quick way of {@link #put}: puts a user's block into the parcel that is open for its heap,
     * without a look at its span. Returns its bytes; 0, and nothing has changed, when that is not
     * all there is to do.
     */
    public static long putOpen(Heap sender, long block) {
        long granule = AddressSpace.granuleFrom(sender.base, block);
        if (!Memory.isBelow(granule, sender.openGranules)) {
            return 0;
        }
        int word = sender.ownerWordOf(block);
        int slot = OwnerWord.slot(word);
        long place = place(sender, slot);
        boolean isOpen =
                Memory.getLong(place) != 0 && Memory.getInt(slotWord(sender, slot)) == slot;
        if (!isOpen || isInside(sender)) {
            return 0;
        }
        long bytes = SizeClasses.blockBytes(OwnerWord.sizeClass(word));
        if (bytes > MAX_BLOCK_BYTES) {
            return 0;
        }
        note(sender, block);
        long state = sender.stateOf(word, block);
        boolean isFreed = Memory.casByte(state, BlockState.live(block), BlockState.PENDING);
        if (isFreed) {
            fill(place, Memory.getLong(place), block, bytes);
        }
        note(sender, 0);
        return isFreed ? bytes : 0;
    }

    private static int add(long place, long parcel, Span at, long block) {
        boolean isFreed = BlockState.change(at, block, BlockState.LIVE, BlockState.PENDING);
        if (!isFreed && Guards.senderState()) {
            return at.head().faultOf(block);
        }
        fill(place, parcel, block, at.blockBytes);
        return Fault.NONE;
    }

    private static void fill(long place, long parcel, long block, long blockBytes) {
        if (Parcel.add(parcel, block, blockBytes)) {
            send(place, parcel);
        }
    }

    /** The open parcel for a heap; 0 when another's keeps the place or there is none to have. */
    private static long open(Heap sender, Heap owner) {
        long place = place(sender, owner.slot);
        long parcel = Memory.getLong(place);
        if (parcel != 0 && Parcel.inboxOf(parcel) == owner.inboxWord) {
            return parcel;
        }
        if (parcel != 0) {
            if (Parcel.miss(parcel) < PATIENCE) {
                return 0;
            }
            send(place, parcel);
        }
        parcel = Parcel.open(owner.inboxWord);
        Memory.putInt(slotWord(sender, owner.slot), owner.slot);
        Memory.putLongRelease(place, parcel);
        sender.look(); // A thread that only frees would see no new units.
        return parcel;
    }

    private static void send(long place, long parcel) {
        Parcel.send(parcel);
        Memory.putLongRelaxed(place, 0);
    }

    /** Sends all open parcels of the running thread's heap. */
    public static void sendAll(Heap sender) {
        if (isInside(sender)) {
            return;
        }
        note(sender, NO_BLOCK);
        for (int index = 0; index < PLACES; index++) {
            long place = place(sender, index);
            long parcel = Memory.getLong(place);
            if (parcel != 0) {
                send(place, parcel);
            }
        }
        note(sender, 0);
    }

    private static boolean isInside(Heap sender) {
        return Held.isEverInterrupted() && Memory.getLongRelaxed(sender.postingWord) != 0;
    }

    private static void note(Heap sender, long block) {
        if (Held.isEverInterrupted()) {
            Memory.putLongRelaxed(sender.postingWord, block);
        }
    }

    private static long place(Heap sender, int index) {
        return sender.outboxWords + ((long) (index & PLACES - 1) << 3);
    }

    /** Whose parcel lies in a place, or lay there last: 4 bytes behind the places. */
    private static long slotWord(Heap sender, int index) {
        return sender.outboxWords + (PLACES << 3) + ((long) (index & PLACES - 1) << 2);
    }

    /** Whether a parcel still in its place was not sent, let alone unpacked, in the meantime. */
    private static boolean isUnsent(long parcel) {
        long inbox = Parcel.inboxOf(parcel);
        return inbox != 0 && !Inbox.has(inbox, parcel);
    }

    /** In a fork's child: ends what a thread that stayed in the parent had begun. */
    static void endInChild(Heap sender) {
        long block = Memory.getLong(sender.postingWord);
        Memory.putLong(sender.postingWord, 0);
        boolean isNoted = block == 0 || block == NO_BLOCK;
        for (int index = 0; index < PLACES; index++) {
            long place = place(sender, index);
            long parcel = Memory.getLong(place);
            if (parcel != 0) {
                isNoted |= Inbox.contains(parcel, block);
                if (isUnsent(parcel)) {
                    Parcel.send(parcel);
                }
                Memory.putLong(place, 0);
            }
        }
        if (!isNoted && BlockState.of(block) == BlockState.PENDING) {
            PendingBits.post(block);
        }
    }
}
