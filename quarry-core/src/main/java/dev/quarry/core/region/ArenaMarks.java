package dev.quarry.core.region;

import dev.quarry.core.base.Guards;

/**
 * The marks of a {@link BumpArena}, as a stack beside it: a mark is good while it is in the stack.
 * Whoever rolls back to an earlier one takes the later ones out. Numbers rise from the bottom to
 * the top, so one is found by halving.
 */
final class ArenaMarks {
    private static final int NUMBER = 0;
    private static final int CHUNK = 1;
    private static final int USED = 2;
    private static final int USED_BEFORE = 3;

    private ArenaMarks() {}

    static long mark(BumpArena arena) {
        if (!arena.isOpen()) {
            return Refusal.CLOSED;
        }
        if (arena.markCount != 0 && isHere(arena, arena.markCount - 1)) {
            return Records.get(arena.marks, arena.markCount - 1, NUMBER);
        }
        long marks = Records.reserve(arena.marks, arena.markCount);
        if (marks == 0) {
            return 0;
        }
        arena.marks = marks;
        arena.nextMark++;
        if ((arena.nextMark & Numbers.COUNT - 1) == 0) {
            arena.nextMark = Numbers.draw() + 1;
        }
        Records.set(marks, arena.markCount, NUMBER, arena.nextMark);
        Records.set(marks, arena.markCount, CHUNK, arena.chunkIndex);
        Records.set(marks, arena.markCount, USED, arena.next - arena.start);
        Records.set(marks, arena.markCount, USED_BEFORE, arena.usedBefore);
        arena.markCount++;
        return arena.nextMark;
    }

    private static boolean isHere(BumpArena arena, int index) {
        return Records.get(arena.marks, index, CHUNK) == arena.chunkIndex
                && Records.get(arena.marks, index, USED) == arena.next - arena.start;
    }

    static int rollback(BumpArena arena, long mark) {
        int index = find(arena, mark);
        if (index < 0) {
            return Refusal.STALE;
        }
        ArenaChunks.rewind(
                arena,
                (int) Records.get(arena.marks, index, CHUNK),
                Records.get(arena.marks, index, USED),
                Records.get(arena.marks, index, USED_BEFORE));
        arena.markCount = index + 1;
        return 0;
    }

    /** Place of a mark in the stack, the top looked at first; below 0 when it is not there. */
    private static int find(BumpArena arena, long mark) {
        int low = 0;
        int high = arena.markCount - 1;
        int middle = high;
        while (low <= high) {
            long number = Records.get(arena.marks, middle, NUMBER);
            if (number == mark || !Guards.arenaMark()) {
                return middle;
            }
            if (number < mark) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
            middle = (low + high) >>> 1;
        }
        return -1;
    }
}
