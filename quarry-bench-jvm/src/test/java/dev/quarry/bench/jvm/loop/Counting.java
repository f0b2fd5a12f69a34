package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.AddressAllocator;
import dev.quarry.bench.jvm.allocator.ObjectAllocator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** An allocator that keeps books, of both kinds. For one thread at a time. */
public final class Counting implements AddressAllocator, ObjectAllocator<MemorySegment> {
    /** How many blocks of each size were allocated. */
    static final Map<Long, Long> SIZES = new TreeMap<>();

    private static final Map<Long, Block> LIVE = new HashMap<>();

    static long freed;
    static long liveMost;
    static long wrongFrees;

    /** Bytes of freed blocks that were not zero any more. */
    static long written;

    /** A block until it is freed; its thread frees it. */
    private record Block(Arena arena, MemorySegment segment) {
    }

    static void reset() {
        SIZES.clear();
        LIVE.clear();
        freed = 0;
        liveMost = 0;
        wrongFrees = 0;
        written = 0;
    }

    static long allocated() {
        return SIZES.values().stream().mapToLong(Long::longValue).sum();
    }

    static long requestedBytes() {
        return SIZES.entrySet().stream().mapToLong(e -> e.getKey() * e.getValue()).sum();
    }

    static int live() {
        return LIVE.size();
    }

    @Override
    public long allocate(long bytes) {
        Arena arena = Arena.ofConfined();
        MemorySegment segment = arena.allocate(bytes);
        SIZES.merge(bytes, 1L, Long::sum);
        LIVE.put(segment.address(), new Block(arena, segment));
        liveMost = Math.max(liveMost, LIVE.size());
        return segment.address();
    }

    @Override
    public void free(long address) {
        Block block = LIVE.remove(address);
        if (block == null) {
            wrongFrees++;
            return;
        }
        freed++;
        written += block.segment.elements(ValueLayout.JAVA_BYTE)
                .filter(one -> one.get(ValueLayout.JAVA_BYTE, 0) != 0).count();
        block.arena.close();
    }

    @Override
    public MemorySegment allocateAndWrite(int bytes) {
        MemorySegment segment = LIVE.get(allocate(bytes)).segment;
        segment.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        return segment;
    }

    @Override
    public void free(MemorySegment segment) {
        free(segment.address());
    }
}
