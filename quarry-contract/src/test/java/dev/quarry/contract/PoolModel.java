package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Who holds which block of a pool, and in which order the others were freed. */
final class PoolModel extends RegionModel {
    /** Neighbours freed in a row, upwards or downwards. */
    private static final int MOST_IN_A_ROW = 12;

    private final Map<Long, Integer> held = new HashMap<>();
    private final List<Long> order = new ArrayList<>();
    private final Deque<Long> freed = new ArrayDeque<>();

    /** Blocks in the order in which they were first seen, which is how they are noted. */
    private final Map<Long, Integer> names = new HashMap<>();

    private Regions.Pool pool;
    private long limit;

    /** Faults that were provoked. */
    private long faults;

    PoolModel(Regions regions, SplittableRandom random) {
        super(regions, random);
    }

    long faults() {
        return faults;
    }

    @Override
    Regions.Region open() {
        boolean isFixed = random.nextBoolean();
        long bytes = 1 + random.nextInt(100);
        long count = 1 + random.nextInt(200);
        limit = isFixed ? count : Long.MAX_VALUE;
        pool = isFixed ? regions.fixedPool(bytes, count) : regions.pool(bytes, count);
        return pool;
    }

    @Override
    void step(int number) {
        int choice = random.nextInt(1000);
        if (choice < 2) {
            reset();
        } else if (choice < 12) {
            freeWrongly();
        } else if (grows(number)) {
            allocate(number);
        } else if (choice < 40) {
            freeNeighbours();
        } else if (!order.isEmpty()) {
            free(order.get(random.nextInt(order.size())));
        }
        assertEquals(held.size(), pool.inUse());
        note("state", pool.inUse(), pool.capacity());
    }

    private void allocate(int number) {
        long block = pool.allocate();
        if (block == 0) {
            assertEquals(limit, held.size());
            refused("full", Life.ENOMEM);
            return;
        }
        if (!freed.isEmpty()) {
            assertEquals(freed.pop(), block, "not the block freed last");
        }
        assertFalse(held.containsKey(block));
        assertEquals(0, block & 15);
        Raw.fill(block, pool.blockBytes(), number);
        held.put(block, number);
        order.add(block);
        names.putIfAbsent(block, names.size());
        note("block", names.get(block));
    }

    private void free(long block) {
        int seed = held.remove(block);
        assertUntouched(block, pool.blockBytes(), seed);
        assertEquals(Fault.NONE, pool.free(block));
        order.remove(block);
        freed.push(block);
        note("free", names.get(block));
    }

    /** Blocks side by side, as far as they are held. */
    private void freeNeighbours() {
        if (order.isEmpty()) {
            return;
        }
        long step = random.nextBoolean() ? pool.blockBytes() : -pool.blockBytes();
        long block = order.get(random.nextInt(order.size()));
        for (int i = 0; i < MOST_IN_A_ROW && held.containsKey(block); i++) {
            free(block);
            block += step;
        }
    }

    private void freeWrongly() {
        if (order.isEmpty() || freed.isEmpty()) {
            return;
        }
        long block = order.get(random.nextInt(order.size()));
        assertEquals(Fault.NOT_A_BLOCK, pool.free(block + 1 + random.nextInt(15)));
        assertEquals(Fault.DOUBLE_FREE, pool.free(freed.peek()));
        assertEquals(Fault.DOUBLE_FREE, pool.free(freed.peekLast()));
        faults += 3;
        assertNotEquals(0, pool.inUse());
    }

    private void reset() {
        checkContents();
        assertTrue(pool.reset());
        held.clear();
        order.clear();
        freed.clear();
        note("reset");
    }

    @Override
    void checkContents() {
        held.forEach((block, seed) -> assertUntouched(block, pool.blockBytes(), seed));
    }
}
