package dev.quarry.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A correct allocator in which nothing is fast: powers of two from one region, all bookkeeping in
 * maps. The tester is tried on it, and on copies of it into which a bug has been put.
 */
class ToyLife implements Life {
    private static final long REGION_BYTES = 8 << 20;

    final TreeMap<Long, Long> live = new TreeMap<>();
    private final Set<Long> freed = new HashSet<>();
    private final Map<Long, Deque<Long>> freeBySize = new HashMap<>();
    private final long[] faults = new long[Fault.values().length];
    /** Kept because the memory lives as long as it. */
    private final MemorySegment region = Arena.ofAuto().allocate(REGION_BYTES, 1 << 16);
    private final long base = region.address();
    private long bump = base;
    private int lastError;

    private static long roundUp(long bytes) {
        return Long.highestOneBit(Math.max(bytes, 16) * 2 - 1);
    }

    private synchronized long take(long blockBytes) {
        Long reused = freeBySize.getOrDefault(blockBytes, new ArrayDeque<>()).pollLast();
        long block = reused != null ? reused : (bump + blockBytes - 1) & -blockBytes;
        if (reused == null) {
            if (block + blockBytes > base + REGION_BYTES) {
                lastError = ENOMEM;
                return 0;
            }
            bump = block + blockBytes;
        }
        freed.remove(block);
        live.put(block, blockBytes);
        return block;
    }

    @Override
    public long malloc(long bytes) {
        return alignedAlloc(16, bytes);
    }

    @Override
    public long calloc(long count, long bytes) {
        long block = malloc(count * bytes);
        Raw.set(block, count * bytes, 0);
        return block;
    }

    @Override
    public long realloc(long block, long bytes) {
        if (block != 0 && !live.containsKey(block)) {
            fault(block);
            return 0;
        }
        long moved = malloc(bytes);
        if (block != 0) {
            for (long at = 0; at < Math.min(bytes, usableSize(block)); at++) {
                Raw.putByte(moved + at, Raw.getByte(block + at));
            }
            free(block);
        }
        return moved;
    }

    @Override
    public long alignedAlloc(long alignment, long bytes) {
        return take(Math.max(roundUp(bytes), alignment));
    }

    @Override
    public synchronized void free(long block) {
        Long blockBytes = block == 0 ? null : live.remove(block);
        if (blockBytes != null) {
            putBack(block, blockBytes);
        } else if (block != 0) {
            fault(block);
        }
    }

    final void putBack(long block, long blockBytes) {
        freed.add(block);
        freeBySize.computeIfAbsent(blockBytes, size -> new ArrayDeque<>()).add(block);
    }

    private void fault(long block) {
        Fault kind =
                freed.contains(block)
                        ? Fault.DOUBLE_FREE
                        : owns(block) ? Fault.NOT_A_BLOCK : Fault.FOREIGN;
        faults[kind.ordinal()]++;
    }

    @Override
    public synchronized long usableSize(long block) {
        return live.getOrDefault(block, 0L);
    }

    @Override
    public boolean owns(long address) {
        return address >= base && address < base + REGION_BYTES;
    }

    @Override
    public void trim() {}

    @Override
    public int lastError() {
        return lastError;
    }

    @Override
    public long faultCount(Fault kind) {
        return kind == Fault.NONE ? Arrays.stream(faults).sum() : faults[kind.ordinal()];
    }

    @Override
    public long verify() {
        return 0;
    }

    @Override
    public Census census() {
        long[] blocks = new long[Census.CLASSES + 1];
        live.values().forEach(size -> blocks[Long.numberOfTrailingZeros(size)]++);
        return new Census(blocks);
    }

    @Override
    public Books books() {
        long liveBytes = live.values().stream().mapToLong(Long::longValue).sum();
        return new Books(live.size(), liveBytes, REGION_BYTES, REGION_BYTES - liveBytes);
    }

    @Override
    public String toString() {
        return "toy";
    }
}
