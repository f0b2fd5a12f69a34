package dev.quarry.core.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.tune.Geometry;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BuddyTest extends CoreTest {
    private static long allocate(int order) {
        assertTrue(Buddy.lock());
        long unit = Buddy.allocate(order);
        Buddy.unlock();
        return unit;
    }

    private static void release(long unit, int order) {
        assertTrue(Buddy.lock());
        Buddy.free(unit, order);
        Buddy.unlock();
    }

    @Test
    void runsAreAlignedAndApart() {
        Random random = new Random(7);
        TreeMap<Long, Integer> runs = new TreeMap<>();
        for (int i = 0; i < 5000; i++) {
            if (runs.size() > 200 || (random.nextBoolean() && !runs.isEmpty())) {
                Map.Entry<Long, Integer> run = runs.ceilingEntry((long) random.nextInt(20_000));
                run = run == null ? runs.firstEntry() : run;
                release(run.getKey(), run.getValue());
                runs.remove(run.getKey());
            } else {
                int order = random.nextInt(8);
                long unit = allocate(order);
                assertEquals(0, unit & ((1L << order) - 1));
                assertTrue(isApart(runs, unit, order));
                runs.put(unit, order);
            }
        }
        runs.forEach(BuddyTest::release);
    }

    private static boolean isApart(TreeMap<Long, Integer> runs, long unit, int order) {
        Map.Entry<Long, Integer> below = runs.floorEntry(unit);
        Long above = runs.ceilingKey(unit);
        return (below == null || below.getKey() + (1L << below.getValue()) <= unit)
                && (above == null || unit + (1L << order) <= above);
    }

    @Test
    void freedBuddiesMergeUpToAChunk() {
        int top = Geometry.ORDERS - 1;
        long chunk = allocate(top);
        assertTrue(Buddy.lock());
        Buddy.shrink(chunk, top, 0);
        for (int order = 0; order < top; order++) {
            assertEquals(order, Buddy.freeOrder(chunk + (1L << order)));
        }
        Buddy.free(chunk, 0);
        assertEquals(top, Buddy.freeOrder(chunk));
        Buddy.unlock();
    }

    @Test
    void aRunGrowsInPlaceOnlyIntoFreeBuddies() {
        long run = allocate(4);
        assertTrue(Buddy.lock());
        Buddy.shrink(run, 4, 1);
        assertTrue(Buddy.extend(run, 1, 3));
        assertEquals(3, Buddy.freeOrder(run + 8));
        assertFalse(Buddy.extend(run + 8, 0, 4), "not aligned");
        Buddy.free(run, 3);
        Buddy.unlock();
    }

    @Test
    void chunksInARowAreTakenAndGivenBack() {
        assertTrue(Buddy.lock());
        long first = Chunks.allocate(3, 1);
        long second = Chunks.allocate(2, 4);
        assertEquals(0, AddressSpace.addressOf(second) % (4 * Geometry.CHUNK_BYTES));
        assertTrue(second >= first + 3 * Geometry.CHUNK_UNITS
                || second + 2 * Geometry.CHUNK_UNITS <= first);
        Chunks.free(first, 3);
        Chunks.free(second, 2);
        assertEquals(Geometry.ORDERS - 1, Buddy.freeOrder(first));
        Buddy.unlock();
    }
}
