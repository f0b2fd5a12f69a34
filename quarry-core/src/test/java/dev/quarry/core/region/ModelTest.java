package dev.quarry.core.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.verify.Verify;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Random operations on each region and on a plain model of it: the same answers throughout. */
class ModelTest {
    private static final long SEED = Long.getLong("quarry.seed", 20_261_130L);
    private static final int ROUNDS = Integer.getInteger("quarry.region.rounds", 30);
    private static final int OPERATIONS = 4000;

    private static Random random(int round) {
        return new Random(SEED + round);
    }

    @BeforeAll
    static void printSeed() {
        System.out.println("ModelTest: -Dquarry.seed=" + SEED);
        assertTrue(Boot.boot());
    }

    /** What an arena should be: who lies where, and which marks are good. */
    private record Block(long address, long bytes, int number) {}

    private record Mark(long number, int blocks, long used) {}

    @Test
    void arenas() {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = random(round);
            boolean isFixed = random.nextBoolean();
            BumpArena arena = BumpArena.open(100 + random.nextInt(5000), isFixed);
            arenaRound(arena, random, isFixed);
            assertTrue(arena.close());
            assertEquals(0, Verify.all());
        }
    }

    private static void arenaRound(BumpArena arena, Random random, boolean isFixed) {
        List<Block> blocks = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        long most = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            int choice = random.nextInt(100);
            if (choice < 80) {
                allocate(arena, random, isFixed, blocks, i);
            } else if (choice < 90) {
                mark(arena, blocks, marks);
            } else if (choice < 97 && !marks.isEmpty()) {
                rollBack(arena, blocks, marks, random.nextInt(marks.size()));
            } else if (random.nextInt(8) == 0) {
                arena.reset();
                assertEquals(0, arena.used());
                blocks.clear();
                marks.forEach(mark -> assertEquals(Refusal.STALE, arena.rollback(mark.number)));
                marks.clear();
            }
            most = Math.max(most, arena.used());
            assertEquals(most, arena.highWater());
        }
        checkContents(blocks);
    }

    private static void allocate(
            BumpArena arena, Random random, boolean isFixed, List<Block> blocks, int number) {
        long alignment = 1L << random.nextInt(9);
        long bytes = random.nextInt(200);
        long used = arena.used();
        long address = arena.allocate(bytes, alignment);
        if (address == 0) {
            assertTrue(isFixed && used + bytes + alignment > arena.capacity());
            assertEquals(used, arena.used());
            return;
        }
        assertTrue(address > 0);
        assertEquals(0, address & alignment - 1);
        long least = used + Math.max(bytes, 1);
        assertTrue(arena.used() >= least && arena.used() < least + alignment);
        Memory.segment(address, bytes).fill((byte) number);
        blocks.add(new Block(address, bytes, number));
    }

    private static void mark(BumpArena arena, List<Block> blocks, List<Mark> marks) {
        Mark mark = new Mark(arena.mark(), blocks.size(), arena.used());
        Mark top = marks.isEmpty() ? null : marks.getLast();
        if (top != null && top.blocks == mark.blocks) {
            assertEquals(top, mark);
        } else {
            assertTrue(mark.number > 0 && (top == null || mark.number > top.number));
            marks.add(mark);
        }
    }

    private static void rollBack(BumpArena arena, List<Block> blocks, List<Mark> marks, int to) {
        Mark mark = marks.get(to);
        checkContents(blocks);
        assertEquals(0, arena.rollback(mark.number));
        assertEquals(mark.used, arena.used());
        blocks.subList(mark.blocks, blocks.size()).clear();
        List<Mark> stale = marks.subList(to + 1, marks.size());
        stale.forEach(later -> assertEquals(Refusal.STALE, arena.rollback(later.number)));
        stale.clear();
    }

    /** Nobody else wrote into a block: none overlaps another. */
    private static void checkContents(List<Block> blocks) {
        for (Block block : blocks) {
            for (long i = 0; i < block.bytes; i++) {
                assertEquals((byte) block.number, (byte) Memory.getByte(block.address + i));
            }
        }
    }

    @Test
    void pools() {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = random(round);
            boolean isFixed = random.nextBoolean();
            int count = 1 + random.nextInt(40);
            Pool pool = Pool.open(1 + random.nextInt(100), count, isFixed);
            poolRound(pool, random, isFixed ? count : Integer.MAX_VALUE);
            assertTrue(pool.close());
            assertEquals(0, Verify.all());
        }
    }

    private static void poolRound(Pool pool, Random random, int limit) {
        Map<Long, Long> held = new HashMap<>();
        List<Long> order = new ArrayList<>();
        Deque<Long> freed = new ArrayDeque<>();
        for (int i = 0; i < OPERATIONS; i++) {
            boolean grows = (i / 500 & 1) == 0;
            if (random.nextInt(10) < (grows ? 6 : 4)) {
                long block = pool.allocate();
                assertEquals(held.size() == limit, block == 0);
                if (block != 0) {
                    assertEquals(freed.isEmpty() ? block : freed.pop(), block);
                    Memory.putLong(block, i);
                    Memory.putLong(block + pool.blockBytes() - 8, i);
                    assertEquals(null, held.put(block, (long) i));
                    order.add(block);
                }
            } else if (!order.isEmpty()) {
                int at = random.nextInt(order.size());
                long block = order.set(at, order.getLast());
                order.removeLast();
                assertEquals(held.get(block), Memory.getLong(block + pool.blockBytes() - 8));
                assertEquals(held.remove(block), Memory.getLong(block));
                assertEquals(Fault.NOT_A_BLOCK, pool.free(block + 1 + random.nextInt(15)));
                assertEquals(Fault.NONE, pool.free(block));
                assertEquals(Fault.DOUBLE_FREE, pool.free(block));
                freed.push(block);
            }
            if (random.nextInt(1000) == 0) {
                pool.reset();
                held.clear();
                order.clear();
                freed.clear();
            }
            assertEquals(held.size(), pool.inUse());
        }
        assertTrue(pool.isValid());
    }

    @Test
    void handlePools() {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = random(round);
            boolean isFixed = random.nextBoolean();
            int count = 1 + random.nextInt(40);
            HandlePool pool = HandlePool.open(1 + random.nextInt(100), count, isFixed);
            handleRound(pool, random, isFixed ? count : Integer.MAX_VALUE);
            assertTrue(pool.close());
            assertEquals(0, Verify.all());
        }
    }

    private static void handleRound(HandlePool pool, Random random, int limit) {
        Map<Long, Long> held = new HashMap<>();
        List<Long> handles = new ArrayList<>();
        List<Long> stale = new ArrayList<>();
        for (int i = 0; i < OPERATIONS; i++) {
            boolean grows = (i / 500 & 1) == 0;
            if (random.nextInt(10) < (grows ? 6 : 4)) {
                long handle = pool.allocate();
                assertEquals(held.size() + pool.retired() >= limit, handle == 0);
                if (handle != 0) {
                    Memory.putLong(pool.resolve(handle), i);
                    assertEquals(null, held.put(handle, (long) i));
                    handles.add(handle);
                }
            } else if (!handles.isEmpty()) {
                int at = random.nextInt(handles.size());
                long handle = handles.set(at, handles.getLast());
                handles.removeLast();
                assertEquals(held.remove(handle), Memory.getLong(pool.resolve(handle)));
                assertEquals(0, pool.free(handle));
                stale.add(handle);
                if (random.nextInt(50) == 0 && handle >>> 32 < HandlePool.LAST_GENERATION - 2) {
                    pool.seed(HandlePool.LAST_GENERATION - random.nextInt(2));
                }
            }
            if (!stale.isEmpty()) {
                long old = stale.get(random.nextInt(stale.size()));
                assertEquals(0, pool.resolve(old));
                assertEquals(Refusal.STALE, pool.free(old));
            }
            assertEquals(held.size(), pool.inUse());
        }
        assertNotEquals(0, stale.size());
        held.forEach((handle, i) -> assertEquals(i, Memory.getLong(pool.resolve(handle))));
        assertTrue(pool.isValid());
    }
}
