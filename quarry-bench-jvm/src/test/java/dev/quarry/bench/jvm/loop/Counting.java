package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.AddressAllocator;
import dev.quarry.bench.jvm.allocator.ObjectAllocator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** An allocator that keeps books, of both kinds. One lock for all of it. */
public final class Counting implements AddressAllocator, ObjectAllocator<MemorySegment> {
    private static final Map<Long, Long> SIZES = new TreeMap<>();
    private static final Map<Long, Block> LIVE = new HashMap<>();
    private static final Set<Thread> THREADS = new HashSet<>();

    private static long freed;
    private static long remote;
    private static long liveMost;
    private static long wrongFrees;
    private static long written;

    /**
     * The books.
     *
     * @param sizes      how many blocks of each size were allocated
     * @param remote     blocks freed by another thread than the one that allocated them
     * @param wrongFrees frees of what was not live
     * @param written    bytes of freed blocks that were not zero any more
     * @param threads    threads that allocated
     */
    public record Books(Map<Long, Long> sizes, long freed, long remote, int live, long liveMost,
            long wrongFrees, long written, int threads) {

        public long allocated() {
            return sizes.values().stream().mapToLong(Long::longValue).sum();
        }

        public double meanBytes() {
            return (double) sizes.entrySet().stream().mapToLong(e -> e.getKey() * e.getValue())
                    .sum() / allocated();
        }
    }

    /** A block and who allocated it. Its memory goes when nothing refers to it any more. */
    private record Block(MemorySegment segment, Thread by) {
    }

    public static synchronized void reset() {
        SIZES.clear();
        LIVE.clear();
        THREADS.clear();
        freed = 0;
        remote = 0;
        liveMost = 0;
        wrongFrees = 0;
        written = 0;
    }

    public static synchronized Books books() {
        return new Books(Map.copyOf(SIZES), freed, remote, LIVE.size(), liveMost, wrongFrees,
                written, THREADS.size());
    }

    private static synchronized MemorySegment add(long bytes) {
        MemorySegment segment = Arena.ofAuto().allocate(bytes);
        SIZES.merge(bytes, 1L, Long::sum);
        LIVE.put(segment.address(), new Block(segment, Thread.currentThread()));
        THREADS.add(Thread.currentThread());
        liveMost = Math.max(liveMost, LIVE.size());
        return segment;
    }

    private static synchronized void remove(long address) {
        Block block = LIVE.remove(address);
        if (block == null) {
            wrongFrees++;
            return;
        }
        freed++;
        remote += block.by == Thread.currentThread() ? 0 : 1;
        for (long i = 0; i < block.segment.byteSize(); i++) {
            written += block.segment.get(ValueLayout.JAVA_BYTE, i) == 0 ? 0 : 1;
        }
    }

    @Override
    public long allocate(long bytes) {
        return add(bytes).address();
    }

    @Override
    public void free(long address) {
        remove(address);
    }

    @Override
    public MemorySegment allocateAndWrite(int bytes) {
        MemorySegment segment = add(bytes);
        segment.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        return segment;
    }

    @Override
    public void free(MemorySegment segment) {
        remove(segment.address());
    }
}
