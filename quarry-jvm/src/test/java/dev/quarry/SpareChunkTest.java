package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.Checks;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Spare;
import dev.quarry.core.verify.Verify;
import dev.quarry.stats.Statistics;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The chunk that a thread's last confined arena leaves to its next one. */
class SpareChunkTest {
    private static final long SIZE = 8192;

    /** It is nobody's block: no trim is needed before that can be said. */
    @AfterEach
    void nothingIsLive() {
        Checks.atRest(0);
        assertEquals(0, Statistics.take().liveBlocks());
    }

    /** An arena is opened and closed; returns where its first segment was. */
    private static long addressOfOne() {
        try (Arena arena = Quarry.confinedArena()) {
            MemorySegment segment = arena.allocate(SIZE);
            assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[(int) SIZE])));
            segment.fill((byte) 1);
            return segment.address();
        }
    }

    @Test
    void theNextArenaHasIt() {
        long address = addressOfOne();
        assertEquals(address, addressOfOne());
        assertEquals(address, addressOfOne());
    }

    @Test
    void arenasThatAreOpenAtOnceHaveChunksOfTheirOwn() {
        try (Arena outer = Quarry.confinedArena()) {
            MemorySegment segment = outer.allocate(SIZE).fill((byte) 7);
            long address = addressOfOne();
            assertNotEquals(segment.address(), address);
            assertEquals(address, addressOfOne());
            assertEquals(7, segment.get(ValueLayout.JAVA_BYTE, SIZE - 1));
        }
    }

    /** Too large for it, more than it holds, empty, none at all. */
    @Test
    void arenasOfOtherSizes() {
        for (int round = 0; round < 3; round++) {
            try (Arena arena = Quarry.confinedArena()) {
                arena.allocate(Spare.BYTES).fill((byte) 1);
                arena.allocate(8).fill((byte) 1);
            }
            try (Arena arena = Quarry.confinedArena()) {
                for (int i = 0; i < 100; i++) {
                    arena.allocate(1000).fill((byte) 1);
                }
            }
            try (Arena arena = Quarry.confinedArena()) {
                arena.allocate(0);
            }
            Quarry.confinedArena().close();
        }
    }

    @Test
    void aTrimGivesItBack() {
        addressOfOne();
        Heap own = ThreadHeaps.current();
        assertNotEquals(0, own.spare);
        Quarry.trim();
        assertEquals(0, own.spare);
    }

    @Test
    void whoeverTakesTheHeapOverHasItToo() throws Exception {
        AtomicReference<Heap> heap = new AtomicReference<>();
        AtomicLong address = new AtomicLong();
        Thread.ofPlatform().start(() -> {
            Quarry.free(Quarry.malloc(1)); // Gives it a heap.
            address.set(addressOfOne());
            heap.set(ThreadHeaps.current());
        }).join();
        AtomicLong found = new AtomicLong();
        for (int i = 0; i < 1000 && found.get() == 0; i++) {
            Thread.ofPlatform().start(() -> {
                if (ThreadHeaps.current() == heap.get()) {
                    found.set(addressOfOne());
                }
            }).join();
        }
        assertEquals(address.get(), found.get());
    }

    @Test
    void virtualThreadsLeaveNone() throws Exception {
        AtomicLong left = new AtomicLong(-1);
        Thread.ofVirtual().start(() -> {
            addressOfOne();
            Heap heap = ThreadHeaps.current();
            left.set(heap.spare);
            ThreadHeaps.end(heap);
        }).join();
        assertEquals(0, left.get());
    }

    @Test
    void aWrongFreeOfItIsRefused() {
        long chunk = addressOfOne() - 16;
        assertThrows(MisuseException.class, () -> Quarry.free(chunk));
        assertEquals(chunk + 16, addressOfOne());
    }

    /** While the arena is open nobody can tell; then it must not be put aside, it is free. */
    @Test
    void aChunkThatWasFreedIsNotKept() {
        Quarry.trim();
        Arena arena = Quarry.confinedArena();
        long chunk = arena.allocate(8).address() - 16;
        Quarry.free(chunk);
        assertThrows(MisuseException.class, arena::close);
        assertEquals(0, ThreadHeaps.current().spare);
    }

    @Test
    void onlyOnesOwnBlockOfThatSizeIsPutAside() throws Exception {
        Quarry.trim();
        Heap own = ThreadHeaps.current();
        long[] theirs = new long[1];
        Thread.ofPlatform().start(() -> theirs[0] = Quarry.malloc(Spare.BYTES)).join();
        assertFalse(Spare.put(own, theirs[0]));
        Quarry.free(theirs[0]);
        long small = Quarry.malloc(64);
        assertFalse(Spare.put(own, small));
        Quarry.free(small);
        long first = Quarry.malloc(Spare.BYTES);
        long second = Quarry.malloc(Spare.BYTES);
        assertTrue(Spare.put(own, first));
        assertFalse(Spare.put(own, first));
        assertFalse(Spare.put(own, second));
        Quarry.free(second);
    }

    @Test
    void itIsValidOnlyIfNobodyHoldsIt() {
        Quarry.trim();
        long block = Quarry.malloc(Spare.BYTES);
        ThreadHeaps.current().spare = block;
        assertNotEquals(0, Verify.all());
        ThreadHeaps.current().spare = 0;
        Quarry.free(block);
    }
}
