package dev.quarry.contract;

import static dev.quarry.contract.Blocks.require;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The model for long traces: of each block the first and the last word are written, with a number
 * that no other block has, and looked at when it is freed. A block handed out twice is seen at
 * once; blocks that overlap are, at the latest, by {@link #check}.
 */
final class Marks implements Model {
    private static final long WORD_BYTES = 8;

    /** Zeros are looked for in all of a block up to this size, and at both ends of a larger one. */
    private static final long LOOKED_AT_BYTES = 512;

    private record Held(long bytes, long usableBytes, long mark) {}

    private final Life life;
    private final Map<Long, Held> held = new HashMap<>();
    private long marks;
    private long usableBytes;

    Marks(Life life) {
        this.life = life;
    }

    @Override
    public long malloc(long bytes) {
        return accept(life.malloc(bytes), bytes, Blocks.ALIGNMENT);
    }

    @Override
    public long calloc(long count, long bytes) {
        long block = life.calloc(count, bytes);
        require(block != 0, "a request of %d zeros gave 0", count * bytes);
        long looked = Math.min(count * bytes, LOOKED_AT_BYTES);
        require(
                Raw.firstNonZero(block, looked) < 0
                        && Raw.firstNonZero(block + count * bytes - looked, looked) < 0,
                "calloc'ed block %x of %d B is not zero", block, count * bytes);
        return accept(block, count * bytes, Blocks.ALIGNMENT);
    }

    @Override
    public long aligned(long alignment, long bytes) {
        return accept(life.alignedAlloc(alignment, bytes), bytes, alignment);
    }

    @Override
    public long realloc(long block, long bytes) {
        Held old = checked(block);
        long moved = life.realloc(block, bytes);
        require(moved != 0, "realloc of %x from %d to %d B gave 0", block, old.bytes, bytes);
        forget(block, old);
        require(
                Math.min(old.bytes, bytes) < WORD_BYTES || Raw.getLong(moved) == old.mark,
                "realloc %x -> %x lost the first word", block, moved);
        return accept(moved, bytes, Blocks.ALIGNMENT);
    }

    @Override
    public long accept(long block, long bytes, long alignment) {
        require(block != 0, "a request of %d B, aligned %d, gave 0", bytes, alignment);
        require((block & (alignment - 1)) == 0, "block %x is not aligned to %d", block, alignment);
        long usable = life.usableSize(block);
        require(usable >= bytes, "block %x of %d B: only %d usable", block, bytes, usable);
        Held mine = new Held(bytes, usable, ++marks * 0x9E37_79B9_7F4A_7C15L);
        require(held.put(block, mine) == null, "block %x is out twice", block);
        usableBytes += usable;
        Raw.putLong(block, mine.mark);
        Raw.putLong(lastWord(block, mine), ~mine.mark);
        return block;
    }

    /** Every block has two words at least. */
    private static long lastWord(long block, Held mine) {
        return block + mine.usableBytes - WORD_BYTES;
    }

    private Held checked(long block) {
        Held mine = held.get(block);
        require(mine != null, "the test does not hold %x", block);
        require(
                Raw.getLong(block) == mine.mark && Raw.getLong(lastWord(block, mine)) == ~mine.mark,
                "block %x of %d B has changed", block, mine.bytes);
        return mine;
    }

    private void forget(long block, Held mine) {
        held.remove(block);
        usableBytes -= mine.usableBytes;
    }

    @Override
    public void free(long block) {
        forget(block, checked(block));
        life.free(block);
    }

    @Override
    public void check() {
        long[] blocks = held.keySet().stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(blocks);
        long end = 0;
        for (long block : blocks) {
            require(block >= end, "block %x begins before the one below ends, at %x", block, end);
            end = block + checked(block).usableBytes;
        }
    }

    @Override
    public boolean holds(long block) {
        return held.containsKey(block);
    }

    @Override
    public long usableBytes(long block) {
        return held.get(block).usableBytes;
    }

    @Override
    public long usableBytes() {
        return usableBytes;
    }

    @Override
    public int count() {
        return held.size();
    }

    @Override
    public List<Long> addresses() {
        return List.copyOf(held.keySet());
    }
}
