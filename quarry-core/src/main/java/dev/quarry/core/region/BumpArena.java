package dev.quarry.core.region;

import dev.quarry.core.base.Guards;
import dev.quarry.core.base.InC;
import dev.quarry.core.base.Memory;
import dev.quarry.core.span.Poison;
import org.jspecify.annotations.Nullable;

/**
 * An arena: blocks of any size and alignment, given back all at once. A block costs the rise of one
 * pointer. The address is aligned, whatever chunk it lies in.
 *
 * <pre>
 *   start            next                    end
 *   | handed out     | free                  |      the current chunk
 * </pre>
 *
 * <p>Invariant: {@code start <= next <= end}; the chunks before the current one are full, those
 * behind it empty; used == usedBefore + next - start. A closed arena is all zero.
 */
public final class BumpArena {
    /** The greatest alignment that can be asked for. */
    public static final long MAX_ALIGNMENT = 2L << 20;

    // The fast path's. The first two are known to quarry.h, whose inline path uses them.
    /** Where the next block may start. */
    long next;

    /** Where the inline path stops: the chunk's end, or 0 where each block must be marked. */
    long inlineEnd;

    /** Where the current chunk ends. */
    long end;

    // Slow paths'.
    /** Where the current chunk starts. */
    long start;

    /** Bytes used in the chunks before the current one, their unused tails left out. */
    long usedBefore;

    /** The most that was ever in use before a reset or a roll-back. */
    long mostUsed;

    /** Bytes of all chunks. */
    long capacity;

    /** Raised by each reset; never that of another arena. 0 when closed. */
    long generation;

    /** Whether it makes do with its first chunk. */
    boolean isFixed;

    /** Table of chunks: start, bytes. */
    long chunks;

    /** Chunks in the table, and which of them is current. */
    int chunkCount;

    int chunkIndex;

    /** Table of marks that are not stale; their numbers and positions never fall. */
    long marks;

    int markCount;

    /** The number of the next mark. */
    long nextMark;

    /** All zero. */
    @InC
    private static BumpArena make() {
        return new BumpArena();
    }

    /** Takes the object of a closed arena back for the next one. */
    @InC
    private void drop() {}

    /**
     * An arena whose first chunk has {@code bytes} bytes; null when memory is exhausted or {@code
     * bytes} is too large. A fixed one has no other chunk; one that grows begins with 64 KiB if
     * {@code bytes} is 0.
     */
    public static @Nullable BumpArena open(long bytes, boolean isFixed) {
        BumpArena arena = make();
        if (arena == null) {
            return null;
        }
        arena.isFixed = isFixed;
        arena.generation = Numbers.draw();
        arena.nextMark = arena.generation;
        if (ArenaChunks.add(arena, bytes == 0 && !isFixed ? ArenaChunks.FIRST_BYTES : bytes)) {
            ArenaChunks.enter(arena, 0);
            return arena;
        }
        arena.close();
        return null;
    }

    /**
     * The address of {@code bytes} bytes, their content undefined, at a multiple of {@code
     * alignment}; 0 when there is no room; or a {@link Refusal}. Size 0 takes one byte, so that all
     * addresses differ.
     */
    public long allocate(long bytes, long alignment) {
        long size = bytes + Poison.gapBytes() + (bytes == 0 ? 1 : 0);
        long block = (next + alignment - 1) & -alignment;
        long room = end - block;
        boolean fits = room > 0 && !Memory.isBelow(room, size) || !Guards.arenaFit();
        if (fits && isAlignment(alignment) && !(Poison.isOn() && Memory.isBelow(size, bytes))) {
            next = block + size;
            Poison.allocated(block, bytes);
            return block;
        }
        return ArenaChunks.allocateSlow(this, bytes, alignment);
    }

    /** Whether it can be asked for: a power of two up to {@link #MAX_ALIGNMENT}. */
    static boolean isAlignment(long alignment) {
        return (alignment & alignment - 1) == 0 && Memory.isBelow(alignment - 1, MAX_ALIGNMENT)
                || !Guards.arenaAlignment();
    }

    /** Takes all blocks back. Their memory stays with the arena. Nothing when closed. */
    public void reset() {
        if (isOpen()) {
            ArenaChunks.rewind(this, 0, 0, 0);
            markCount = 0;
            generation++;
            if ((generation & Numbers.COUNT - 1) == 0) {
                generation = Numbers.draw();
            }
        }
    }

    /** Takes all blocks back and gives the memory back; false when it was closed already. */
    public boolean close() {
        if (!isOpen()) {
            return false;
        }
        ArenaChunks.giveAll(this);
        next = 0;
        inlineEnd = 0;
        end = 0;
        start = 0;
        usedBefore = 0;
        mostUsed = 0;
        capacity = 0;
        generation = 0;
        markCount = 0;
        chunkCount = 0;
        chunkIndex = 0;
        drop();
        return true;
    }

    public boolean isOpen() {
        return generation != 0;
    }

    /** Bytes handed out, with what alignment has cost. */
    public long used() {
        return usedBefore + next - start;
    }

    /** The most that was ever in use. */
    public long highWater() {
        return used() > mostUsed ? used() : mostUsed;
    }

    /** Bytes of all chunks. */
    public long capacity() {
        return capacity;
    }

    /** Where the current chunk starts; 0 when closed. */
    public long chunkStart() {
        return start;
    }

    /** Bytes of the current chunk. */
    public long chunkBytes() {
        return end - start;
    }

    /** A number that each reset raises; 0 when closed. */
    public long generation() {
        return generation;
    }

    /**
     * A mark to roll back to, above 0; 0 when there is no memory to note it, or a {@link Refusal}.
     * Marks in a row without a block between them are one.
     */
    public long mark() {
        return ArenaMarks.mark(this);
    }

    /**
     * Takes back what was allocated since a mark, which stays good, and makes all later marks
     * stale: 0, or STALE.
     */
    public int rollback(long mark) {
        return ArenaMarks.rollback(this, mark);
    }

    /**
     * Where an address handed out lies in the arena, for a reference that {@link #resolve} checks;
     * STALE when it is not in use here.
     */
    public long offsetOf(long address) {
        return ArenaChunks.offsetOf(this, address);
    }

    /**
     * The address of {@code bytes} bytes at an offset that was in use in a generation; 0 when the
     * arena was reset since, or when they are not in use.
     */
    public long resolve(long offset, long bytes, long generation) {
        if (Guards.arenaGeneration() && generation != this.generation) {
            return 0;
        }
        return ArenaChunks.addressOf(this, offset, bytes);
    }
}
