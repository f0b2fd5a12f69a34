package dev.quarry.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The blocks a test holds, and what must be true of them: none is handed out twice, none overlaps
 * another with all its usable bytes, each keeps the pattern that was written into it.
 */
final class Blocks implements Model {
    /** The least alignment of every block, that of C's {@code max_align_t}. */
    static final long ALIGNMENT = 16;

    private record Held(long bytes, long usableBytes, long seed) {}

    private final Life life;
    private final NavigableMap<Long, Held> held = new TreeMap<>();
    private long seeds;

    Blocks(Life life) {
        this.life = life;
    }

    @Override
    public long malloc(long bytes) {
        return accept(life.malloc(bytes), bytes, ALIGNMENT);
    }

    @Override
    public long calloc(long count, long bytes) {
        long block = life.calloc(count, bytes);
        requireNew(block, count * bytes, ALIGNMENT);
        long at = Raw.firstNonZero(block, count * bytes);
        require(at < 0, "calloc'ed block %x is not zero at offset %d", block, at);
        return accept(block, count * bytes, ALIGNMENT);
    }

    @Override
    public long aligned(long alignment, long bytes) {
        return accept(life.alignedAlloc(alignment, bytes), bytes, alignment);
    }

    /** Changes a held block's size; its contents up to the lesser size must have come along. */
    @Override
    public long realloc(long block, long bytes) {
        Held old = checked(block);
        long moved = life.realloc(block, bytes);
        require(moved != 0, "realloc of %x from %d to %d B gave 0", block, old.bytes, bytes);
        held.remove(block);
        requireNew(moved, bytes, ALIGNMENT);
        long at = Raw.stampMismatch(moved, Math.min(old.bytes, bytes), old.seed);
        require(at < 0, "realloc %x -> %x lost the byte at offset %d", block, moved, at);
        return accept(moved, bytes, ALIGNMENT);
    }

    /** Takes a block over from its allocator: checks it, writes it, remembers it. */
    @Override
    public long accept(long block, long bytes, long alignment) {
        requireNew(block, bytes, alignment);
        Held mine = new Held(bytes, life.usableSize(block), ++seeds * 0x1_0000_0001L);
        Raw.stamp(block, bytes, mine.seed);
        held.put(block, mine);
        return block;
    }

    private void requireNew(long block, long bytes, long alignment) {
        require(block != 0, "a request of %d B, aligned %d, gave 0", bytes, alignment);
        require((block & (alignment - 1)) == 0, "block %x is not aligned to %d", block, alignment);
        require(life.owns(block), "block %x is not known as the allocator's own", block);
        long usable = life.usableSize(block);
        require(usable >= bytes, "block %x of %d B: only %d usable", block, bytes, usable);
        requireApart(held.floorEntry(block), block, Math.max(usable, 1));
        requireApart(held.lowerEntry(block + Math.max(usable, 1)), block, Math.max(usable, 1));
    }

    private static void requireApart(Map.Entry<Long, Held> other, long block, long usableBytes) {
        if (other == null) {
            return;
        }
        long start = other.getKey();
        long bytes = Math.max(other.getValue().usableBytes, 1);
        require(
                start + bytes <= block || block + usableBytes <= start,
                "block %x with %d B overlaps %x with %d B", block, usableBytes, start, bytes);
    }

    /** Writes a held block's pattern again, after the test itself has written into it. */
    void rewrite(long block) {
        Held mine = held.get(block);
        Raw.stamp(block, mine.bytes, mine.seed);
    }

    /** Checks a block's contents and frees it. */
    @Override
    public void free(long block) {
        release(block);
        life.free(block);
    }

    /** Checks a block and forgets it: somebody else frees it. */
    void release(long block) {
        checked(block);
        held.remove(block);
    }

    void freeAll() {
        addresses().forEach(this::free);
    }

    /** Checks the contents and the usable size of all blocks. */
    @Override
    public void check() {
        held.keySet().forEach(this::checked);
    }

    private Held checked(long block) {
        Held mine = held.get(block);
        require(mine != null, "the test does not hold %x", block);
        long at = Raw.stampMismatch(block, mine.bytes, mine.seed);
        require(at < 0, "block %x of %d B changed at offset %d", block, mine.bytes, at);
        long usable = life.usableSize(block);
        require(
                usable == mine.usableBytes,
                "block %x: usable size went from %d to %d", block, mine.usableBytes, usable);
        return mine;
    }

    /** Whether an address lies in a block held here, the first byte of a block of none included. */
    boolean covers(long address) {
        Map.Entry<Long, Held> below = held.floorEntry(address);
        return below != null
                && address - below.getKey() < Math.max(below.getValue().usableBytes, 1);
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
        return held.values().stream().mapToLong(Held::usableBytes).sum();
    }

    @Override
    public int count() {
        return held.size();
    }

    @Override
    public List<Long> addresses() {
        return new ArrayList<>(held.keySet());
    }

    static void require(boolean condition, String message, Object... arguments) {
        if (!condition) {
            throw new AssertionError(String.format(message, arguments));
        }
    }
}
