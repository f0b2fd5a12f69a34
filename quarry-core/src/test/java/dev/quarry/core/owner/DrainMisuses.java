package dev.quarry.core.owner;

import dev.quarry.core.api.Malloc;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Os;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.PendingBits;
import dev.quarry.core.verify.Verify;

/**
 * What a heap may find in its queue after wrong frees have raced, set up without a race. Exit code
 * 0 when the guards of the names given held.
 */
public final class DrainMisuses {
    private static final long BYTES = 64;

    private DrainMisuses() {}

    public static void main(String[] guards) {
        for (String guard : guards) {
            if (!Boot.boot() || !isHarmless(guard) || Verify.all() != 0) {
                System.exit(1);
            }
        }
    }

    private static boolean isHarmless(String guard) {
        return switch (guard) {
            case "drainState" -> bitWithoutState() && sentWithoutState();
            case "drainOwner" -> anotherHeapsSpan() && sentToAnotherHeap();
            default -> throw new IllegalArgumentException(guard);
        };
    }

    private static void drain(Heap heap) {
        heap.lock();
        RemoteFrees.drainAll(heap);
        heap.unlock();
    }

    private static long unitOf(long block) {
        return AddressSpace.unitOf(block);
    }

    /** The owner's own free came between the sender's CAS and its bit: it has been handed out. */
    private static boolean bitWithoutState() {
        Heap owner = Registry.claim();
        long kept = Malloc.malloc(BYTES, owner);
        long reports = reports();
        PendingBits.post(kept);
        RemoteFrees.queue(owner, unitOf(kept));
        drain(owner);
        return BlockState.of(kept) != BlockState.FREE && reports() == reports + 1;
    }

    /** The same, the block being in a parcel. */
    private static boolean sentWithoutState() {
        Heap owner = Registry.claim();
        long kept = Malloc.malloc(BYTES, owner);
        long reports = reports();
        send(kept, owner);
        drain(owner);
        return BlockState.of(kept) != BlockState.FREE && reports() == reports + 1;
    }

    private static void send(long block, Heap to) {
        long parcel = Parcel.open(to.inboxWord);
        Parcel.add(parcel, block, BYTES);
        Parcel.send(parcel);
    }

    private static long reports() {
        long count = 0;
        for (int kind = 1; kind < Fault.KINDS; kind++) {
            count += Os.reportCount(kind);
        }
        return count;
    }

    /** The span was given back and cut anew for another heap while its unit was in the queue. */
    private static boolean anotherHeapsSpan() {
        Heap former = Registry.claim();
        Heap owner = Registry.claim();
        Malloc.malloc(BYTES, former);
        long block = Malloc.malloc(BYTES, owner);
        BlockState.set(block, BlockState.PENDING);
        PendingBits.post(block);
        RemoteFrees.queue(former, unitOf(block));
        drain(former);
        boolean waits = BlockState.of(block) == BlockState.PENDING;
        drain(owner);
        return waits && BlockState.of(block) == BlockState.FREE;
    }

    /** The same, the block being in a parcel. */
    private static boolean sentToAnotherHeap() {
        Heap former = Registry.claim();
        Heap owner = Registry.claim();
        long block = Malloc.malloc(BYTES, owner);
        BlockState.set(block, BlockState.PENDING);
        send(block, former);
        drain(former);
        boolean waits = BlockState.of(block) == BlockState.PENDING;
        drain(owner);
        return waits && BlockState.of(block) == BlockState.FREE;
    }
}
