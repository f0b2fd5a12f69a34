package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Which handles of a pool are good, and what their blocks hold. */
final class HandlesModel extends RegionModel {
    private static final int INDEX_BITS = 32;

    private final Map<Long, Integer> held = new HashMap<>();
    private final List<Long> handles = new ArrayList<>();
    private final List<Long> stale = new ArrayList<>();
    private Regions.Handles pool;
    private long limit;

    /** Generations begin at a number of the pool's own. */
    private long firstGeneration;

    HandlesModel(Regions regions, SplittableRandom random) {
        super(regions, random);
    }

    @Override
    Regions.Region open() {
        boolean isFixed = random.nextBoolean();
        long bytes = 1 + random.nextInt(100);
        long count = 1 + random.nextInt(200);
        limit = isFixed ? count : Long.MAX_VALUE;
        pool = isFixed ? regions.fixedHandles(bytes, count) : regions.handles(bytes, count);
        return pool;
    }

    @Override
    void step(int number) {
        if (grows(number)) {
            allocate(number);
        } else if (!handles.isEmpty()) {
            free(random.nextInt(handles.size()));
        }
        if (!stale.isEmpty()) {
            long old = stale.get(random.nextInt(stale.size()));
            assertEquals(0, pool.get(old));
            assertFalse(pool.free(old));
            assertEquals(Life.EINVAL, regions.lastError());
        }
        assertEquals(held.size(), pool.inUse());
        note("state", pool.inUse(), pool.capacity(), pool.retired());
    }

    private void allocate(int number) {
        long handle = pool.allocate();
        if (handle == 0) {
            assertEquals(limit, held.size());
            refused("full", Life.ENOMEM);
            return;
        }
        if (held.isEmpty() && stale.isEmpty()) {
            firstGeneration = handle >>> INDEX_BITS;
        }
        assertFalse(held.containsKey(handle));
        assertNotEquals(0, pool.get(handle));
        Raw.fill(pool.get(handle), pool.blockBytes(), number);
        held.put(handle, number);
        handles.add(handle);
        note("handle", handle & (1L << INDEX_BITS) - 1,
                (handle >>> INDEX_BITS) - firstGeneration);
    }

    private void free(int at) {
        long handle = handles.set(at, handles.getLast());
        handles.removeLast();
        assertUntouched(pool.get(handle), pool.blockBytes(), held.remove(handle));
        assertTrue(pool.free(handle));
        stale.add(handle);
        note("free", at);
    }

    @Override
    void checkContents() {
        held.forEach((handle, seed) ->
                assertUntouched(pool.get(handle), pool.blockBytes(), seed));
    }
}
