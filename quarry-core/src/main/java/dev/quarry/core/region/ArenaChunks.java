package dev.quarry.core.region;

import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Poison;
import dev.quarry.core.tune.Geometry;

/** The chunks of a {@link BumpArena}: its slow paths. */
final class ArenaChunks {
    /** What an arena that grows begins with; each later chunk is twice the one before. */
    static final long FIRST_BYTES = 64L << 10;

    private static final int START = 0;
    private static final int BYTES = 1;

    /** Of a chunk before the current one: bytes used. */
    private static final int USED = 2;

    /** What separate threads may use is kept apart. */
    private static final long CHUNK_ALIGNMENT = Geometry.LINE_BYTES;

    private ArenaChunks() {}

    /** In the next chunk that has room, perhaps a new one. */
    static long allocateSlow(BumpArena arena, long bytes, long alignment) {
        if (!BumpArena.isAlignment(alignment)) {
            return Refusal.ALIGNMENT;
        }
        if (!arena.isOpen()) {
            return Refusal.CLOSED;
        }
        if (arena.isFixed || Memory.isBelow(Geometry.MAX_SPACE_BYTES, bytes)) {
            return 0;
        }
        long size = bytes + Poison.gapBytes() + alignment;
        int chunk = firstWithRoom(arena, size);
        if (chunk == arena.chunkCount && !grow(arena, size)) {
            return 0;
        }
        Records.set(arena.chunks, arena.chunkIndex, USED, arena.next - arena.start);
        arena.usedBefore = arena.used();
        enter(arena, chunk);
        return arena.allocate(bytes, alignment);
    }

    /** Which chunk behind the current one has so many bytes; those skipped stay unused. */
    private static int firstWithRoom(BumpArena arena, long bytes) {
        int chunk = arena.chunkIndex + 1;
        while (chunk < arena.chunkCount && Records.get(arena.chunks, chunk, BYTES) < bytes) {
            Records.set(arena.chunks, chunk, USED, 0);
            chunk++;
        }
        return chunk;
    }

    private static boolean grow(BumpArena arena, long bytes) {
        long twice = Records.get(arena.chunks, arena.chunkCount - 1, BYTES) << 1;
        return twice > bytes && add(arena, twice) || add(arena, bytes);
    }

    /** Appends a chunk; false when memory is exhausted. */
    static boolean add(BumpArena arena, long bytes) {
        long chunks = Records.reserve(arena.chunks, arena.chunkCount);
        if (chunks == 0) {
            return false;
        }
        arena.chunks = chunks;
        if (Memory.isBelow(Geometry.MAX_SPACE_BYTES, bytes)) {
            return false;
        }
        long start = Records.takeAligned(bytes, CHUNK_ALIGNMENT);
        if (start == 0) {
            return false;
        }
        Poison.freed(start, bytes);
        Records.set(chunks, arena.chunkCount, START, start);
        Records.set(chunks, arena.chunkCount, BYTES, bytes);
        arena.chunkCount++;
        arena.capacity += bytes;
        return true;
    }

    /** Makes a chunk current, from its start. */
    static void enter(BumpArena arena, int chunk) {
        arena.chunkIndex = chunk;
        arena.start = Records.get(arena.chunks, chunk, START);
        arena.next = arena.start;
        arena.end = arena.start + Records.get(arena.chunks, chunk, BYTES);
        arena.inlineEnd = Poison.isOn() ? 0 : arena.end;
    }

    /** Takes back all from byte {@code used} of a chunk on. */
    static void rewind(BumpArena arena, int chunk, long used, long usedBefore) {
        arena.mostUsed = arena.highWater();
        if (Dead.isMarked()) {
            markDead(arena, chunk, used);
        }
        if (chunk != arena.chunkIndex) {
            enter(arena, chunk);
        }
        arena.next = arena.start + used;
        arena.usedBefore = usedBefore;
    }

    private static void markDead(BumpArena arena, int chunk, long used) {
        long from = used;
        for (int i = chunk; i <= arena.chunkIndex; i++) {
            Dead.mark(Records.get(arena.chunks, i, START) + from, usedOf(arena, i) - from);
            from = 0;
        }
    }

    static void giveAll(BumpArena arena) {
        for (int i = 0; i < arena.chunkCount; i++) {
            long start = Records.get(arena.chunks, i, START);
            Poison.freed(start, Records.get(arena.chunks, i, BYTES));
            Records.give(start);
        }
        Records.give(arena.chunks);
        Records.give(arena.marks);
        arena.chunks = 0;
        arena.marks = 0;
    }

    /** The distance of an address in use from the arena's start, all chunks laid end to end. */
    static long offsetOf(BumpArena arena, long address) {
        long before = 0;
        for (int i = 0; i < arena.chunkCount && i <= arena.chunkIndex; i++) {
            long bytes = Records.get(arena.chunks, i, BYTES);
            long offset = address - Records.get(arena.chunks, i, START);
            if (Memory.isBelow(offset, usedOf(arena, i))) {
                return before + offset;
            }
            before += bytes;
        }
        return Refusal.STALE;
    }

    /** The address at such a distance; 0 unless all {@code count} bytes from there are in use. */
    static long addressOf(BumpArena arena, long offset, long count) {
        long left = offset;
        for (int i = 0; i < arena.chunkCount && i <= arena.chunkIndex; i++) {
            long bytes = Records.get(arena.chunks, i, BYTES);
            if (Memory.isBelow(left, bytes)) {
                long room = usedOf(arena, i) - left;
                boolean isUsed = room > 0 && !Memory.isBelow(room, count);
                return isUsed ? Records.get(arena.chunks, i, START) + left : 0;
            }
            left -= bytes;
        }
        return 0;
    }

    /** How far a chunk up to the current one is in use. */
    private static long usedOf(BumpArena arena, int chunk) {
        return chunk == arena.chunkIndex
                ? arena.next - arena.start
                : Records.get(arena.chunks, chunk, USED);
    }
}
