package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Who lies where in an arena, and which marks are good. */
final class ArenaModel extends RegionModel {
    /** Chunks are aligned to 64, so with more the offsets would depend on their addresses. */
    private static final int ALIGNMENT_SHIFTS = 7;

    private record Block(long address, long bytes, int seed, Regions.Reference reference) {}

    private record Mark(long number, int blocks, long used) {}

    private final List<Block> blocks = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private Regions.Arena arena;
    private boolean isFixed;
    private long most;

    /** A reference from before the last reset. */
    private Regions.Reference stale;

    ArenaModel(Regions regions, SplittableRandom random) {
        super(regions, random);
    }

    @Override
    Regions.Region open() {
        isFixed = random.nextBoolean();
        long bytes = 100 + random.nextInt(5000);
        arena = isFixed ? regions.fixedArena(bytes) : regions.arena(bytes);
        return arena;
    }

    @Override
    void step(int number) {
        int choice = random.nextInt(1000);
        if (choice < 800) {
            allocate(number);
        } else if (choice < 860) {
            mark();
        } else if (choice < 900) {
            rollBack();
        } else if (choice < 990) {
            resolve();
        } else {
            reset();
        }
        most = Math.max(most, arena.used());
        assertEquals(most, arena.highWater());
        note("state", arena.used(), most, arena.capacity());
    }

    private void allocate(int number) {
        long alignment = 1L << random.nextInt(ALIGNMENT_SHIFTS);
        long bytes = random.nextInt(200);
        long used = arena.used();
        long address = arena.allocate(bytes, alignment);
        if (address == 0) {
            assertTrue(isFixed && used + bytes + alignment > arena.capacity());
            assertEquals(used, arena.used());
            refused("full", Life.ENOMEM);
            return;
        }
        assertEquals(0, address & alignment - 1);
        long least = used + Math.max(bytes, 1);
        assertTrue(arena.used() >= least && arena.used() < least + alignment);
        Raw.fill(address, bytes, number);
        Regions.Reference reference = arena.refer(address);
        assertNotNull(reference);
        blocks.add(new Block(address, bytes, number, reference));
        note("block", bytes, alignment, reference.offset());
    }

    private void mark() {
        Mark mark = new Mark(arena.mark(), blocks.size(), arena.used());
        Mark top = marks.isEmpty() ? null : marks.getLast();
        if (top != null && top.blocks == mark.blocks) {
            assertEquals(top, mark);
        } else {
            assertTrue(mark.number != 0 && (top == null || mark.number > top.number));
            marks.add(mark);
        }
        note("mark", marks.size(), mark.used);
    }

    private void rollBack() {
        if (marks.isEmpty()) {
            assertFalse(arena.rollback(1 + random.nextLong(1000)));
            refused("no mark", Life.EINVAL);
            return;
        }
        int to = random.nextInt(marks.size());
        checkContents();
        assertTrue(arena.rollback(marks.get(to).number));
        assertEquals(marks.get(to).used, arena.used());
        blocks.subList(marks.get(to).blocks, blocks.size()).clear();
        List<Mark> later = marks.subList(to + 1, marks.size());
        later.forEach(mark -> assertFalse(arena.rollback(mark.number)));
        later.clear();
        note("rolled back", to);
    }

    private void resolve() {
        if (stale != null) {
            assertEquals(0, arena.get(stale, 1));
            refused("stale", Life.EINVAL);
        }
        if (!blocks.isEmpty()) {
            Block block = blocks.get(random.nextInt(blocks.size()));
            assertEquals(block.address, arena.get(block.reference, block.bytes));
        }
    }

    private void reset() {
        checkContents();
        stale = blocks.isEmpty() ? stale : blocks.getFirst().reference;
        long generation = arena.generation();
        assertTrue(arena.reset());
        assertEquals(generation + 1, arena.generation());
        assertEquals(0, arena.used());
        blocks.clear();
        marks.forEach(mark -> assertFalse(arena.rollback(mark.number)));
        marks.clear();
        note("reset");
    }

    @Override
    void checkContents() {
        blocks.forEach(block -> assertUntouched(block.address, block.bytes, block.seed));
    }
}
