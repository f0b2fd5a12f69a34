package dev.quarry.core.owner;

import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Os;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What a test of remote frees plays on: the heaps of an owner and of two other threads, used by
 * nothing else meanwhile, and three blocks of the owner's. There are as many stages as states at a
 * time; each serves many states, one after the other.
 */
final class Stage {
    static final int BYTES = 48;

    /** Of another class, so in another span. */
    static final int OTHER_BYTES = 160;

    /** Marks a link word in use, and is no part of the unit in it. */
    private static final long QUEUED = 1L << 62;

    private static final int MOST_QUEUED = 9;
    private static final ConcurrentLinkedQueue<Stage> IDLE = new ConcurrentLinkedQueue<>();
    private static final Object FAULTS = new Object();

    static {
        if (!Boot.boot()) {
            throw new IllegalStateException("Quarry does not start");
        }
    }

    final Heap owner = Registry.claim();
    final Heap first = Registry.claim();
    final Heap second = Registry.claim();
    long block;

    /** A block of the same span. */
    long neighbour;

    /** A block of another span. */
    long stranger;

    /** More of the same span as the first. */
    final long[] more = new long[8];

    private Stage() {}

    static Stage open() {
        Stage idle = IDLE.poll();
        Stage stage = idle == null ? new Stage() : idle;
        stage.block = Malloc.malloc(BYTES, stage.owner);
        stage.neighbour = Malloc.malloc(BYTES, stage.owner);
        stage.stranger = Malloc.malloc(OTHER_BYTES, stage.owner);
        return stage;
    }

    void openMore() {
        Arrays.setAll(more, i -> Malloc.malloc(BYTES, owner));
    }

    /** Makes room for the next state: of the three blocks these are not free yet. */
    void close(long... held) {
        for (long block : held) {
            Free.free(block, owner);
        }
        IDLE.add(this);
    }

    /** Frees a block of the owner's as another thread, without parcels. */
    void post(long posted) {
        RemoteFrees.post(owner, at(posted), posted);
    }

    static Span at(long block) {
        return SpanTable.at(AddressSpace.unitOf(block));
    }

    /** What the owner does on its slow path. */
    void drain() {
        owner.lock();
        RemoteFrees.drainAll(owner);
        owner.unlock();
    }

    /** Takes up all that is on its way, with no actor running; the faults that it meets. */
    int takeUp() {
        synchronized (FAULTS) {
            long before = Os.reportCount(Fault.DOUBLE_FREE);
            Outbox.sendAll(first);
            Outbox.sendAll(second);
            drain();
            return (int) (Os.reportCount(Fault.DOUBLE_FREE) - before);
        }
    }

    /** In how many places a block is at hand: in the owner's magazine, free in its span. */
    int places(long block) {
        Magazine magazine = owner.magazine(at(block).sizeClass);
        int places = BlockState.of(block) == BlockState.FREE ? 1 : 0;
        for (long slot = 0; slot < magazine.count(); slot++) {
            places += magazine.block(slot) == block ? 1 : 0;
        }
        return places;
    }

    /** How many of the further blocks are at hand in just one place. */
    int moreAtHand() {
        return (int) Arrays.stream(more).filter(block -> places(block) == 1).count();
    }

    /** Units in the owner's queue, as far as it goes without a circle. */
    int queued() {
        int units = 0;
        long link = Memory.getLong(owner.queueWord);
        while (link != 0 && units < MOST_QUEUED) {
            units++;
            link = Memory.getLong(UnitTables.linkWord(link - 1)) & ~QUEUED;
        }
        return units;
    }
}
