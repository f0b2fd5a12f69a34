package dev.quarry.core.owner;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.base.Fault;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.SizeClasses;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How the classes of a heap share the room for their magazines, and what lies behind these. */
class MagazineRoomTest extends CoreTest {
    /** Together their magazines would need six times the room there is. */
    private static final int[] SIZES = {
        4096, 5120, 6144, 7168, 8192, 10240, 12288, 14336, 16384
    };

    private static final int BLOCKS = 200;

    private final Heap fresh = Registry.claim();

    @AfterEach
    void release() {
        MagazineSizes.empty(fresh);
        Registry.release(fresh);
        isValid();
    }

    private long[] take(int bytes) {
        long[] blocks = new long[BLOCKS];
        Arrays.setAll(blocks, i -> Malloc.malloc(bytes, fresh));
        return blocks;
    }

    private void give(long[] blocks) {
        for (long block : blocks) {
            assertEquals(Fault.NONE, Free.free(block, fresh));
        }
    }

    /** All of them in turn, so that each has misses as often as the others. */
    private void useAll() {
        long[] blocks = new long[SIZES.length * BLOCKS];
        Arrays.setAll(blocks, i -> Malloc.malloc(SIZES[i % SIZES.length], fresh));
        give(blocks);
    }

    private Magazine magazine(int bytes) {
        return fresh.magazine(SizeClasses.classOf(bytes));
    }

    private long[] capacities() {
        return Arrays.stream(SIZES).mapToLong(bytes -> magazine(bytes).capacity()).toArray();
    }

    /** A class whose magazine does not fit any more when it doubles. */
    private int needy() {
        return Arrays.stream(SIZES)
                .filter(bytes -> magazine(bytes).capacity() * bytes > fresh.magazineRoom)
                .map(SizeClasses::classOf)
                .findFirst()
                .orElseThrow();
    }

    private void askForRoom(int sizeClass) {
        for (int asked = 0; asked < SizeClasses.COUNT; asked++) {
            MagazineSizes.grow(fresh, sizeClass);
        }
    }

    @Test
    void classesThatAreAllBusyLeaveEachOtherWhatTheyHave() {
        useAll();
        int needy = needy();
        long[] before = capacities();
        fresh.busyClasses = -1;
        askForRoom(needy);
        assertArrayEquals(before, capacities());
        askForRoom(needy);
        assertFalse(Arrays.equals(before, capacities()), "none had a miss since");
    }

    @Test
    void whatAnIdleClassHasComesToABusyOne() {
        useAll();
        useAll();
        int last = SIZES[SIZES.length - 2];
        long before = magazine(last).capacity();
        for (int round = 0; round < 100; round++) {
            give(take(last));
        }
        long after = magazine(last).capacity();
        assertTrue(after >= 2 * before && after * last > Config.magazineBytesPerHeap / 2,
                before + ", then " + after);
    }

    @Test
    void theReservesBytesAreCountedAndBounded() {
        long most = 0;
        for (int bytes : SIZES) {
            long[] blocks = take(bytes);
            most = Math.max(most, Reserve.mostBytes(fresh));
            give(blocks);
            assertEquals(Reserve.bytes(fresh), fresh.reserveBytes);
            assertTrue(Reserve.bytes(fresh) <= most, Reserve.bytes(fresh) + " of " + most);
            isValid();
        }
        assertTrue(Reserve.bytes(fresh) > most / 2, Reserve.bytes(fresh) + " of " + most);
        MagazineSizes.empty(fresh);
        assertEquals(0, Reserve.bytes(fresh));
        assertEquals(0, fresh.reserveBytes);
    }

    @Test
    void aHeapWithManySpansMayHaveMoreInReserve() {
        assertEquals(Config.magazineBytesPerHeap, Reserve.mostBytes(fresh));
        long[][] blocks = {take(32768), take(28672)};
        assertTrue(fresh.spanBytes > 8 * Config.magazineBytesPerHeap);
        assertEquals(fresh.spanBytes / 4, Reserve.mostBytes(fresh));
        Arrays.stream(blocks).forEach(this::give);
    }
}
