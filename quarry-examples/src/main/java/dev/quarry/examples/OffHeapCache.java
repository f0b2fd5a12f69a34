package dev.quarry.examples;

import dev.quarry.Quarry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A cache whose values lie outside the Java heap, each in a block of its own: the collector never
 * sees them, and the least recently used ones go when the budget is spent.
 *
 * <p>Thread-safe. A value is copied out under the lock, so no reader ever holds a freed block.
 */
public final class OffHeapCache implements AutoCloseable {
    private final long budgetBytes;
    private final ReentrantLock lock = new ReentrantLock();

    /** From the least recently used to the most. */
    private final Map<String, MemorySegment> values = new LinkedHashMap<>(16, 0.75f, true);

    /** What the values take: usable bytes of their blocks, at most the budget. */
    private long usedBytes;

    /** A cache for values of so many bytes together. */
    public OffHeapCache(long budgetBytes) {
        this.budgetBytes = budgetBytes;
    }

    /** Puts a value in, or replaces it; one that exceeds the budget alone is not kept. */
    public void put(String key, byte[] value) {
        lock.lock();
        try {
            remove(values.remove(key));
            MemorySegment block = Quarry.allocator().allocateFrom(ValueLayout.JAVA_BYTE, value);
            usedBytes += Quarry.usableSize(block.address());
            values.put(key, block);
            evict();
        } finally {
            lock.unlock();
        }
    }

    /** A copy of a value, or null when it is not there. */
    public byte[] get(String key) {
        lock.lock();
        try {
            MemorySegment block = values.get(key);
            return block == null ? null : block.toArray(ValueLayout.JAVA_BYTE);
        } finally {
            lock.unlock();
        }
    }

    private void evict() {
        Iterator<MemorySegment> oldest = values.values().iterator();
        while (usedBytes > budgetBytes) {
            MemorySegment block = oldest.next();
            oldest.remove();
            remove(block);
        }
    }

    private void remove(MemorySegment block) {
        if (block != null) {
            usedBytes -= Quarry.usableSize(block.address());
            Quarry.free(block);
        }
    }

    /** Bytes of all blocks. */
    public long usedBytes() {
        lock.lock();
        try {
            return usedBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Frees all values. */
    @Override
    public void close() {
        lock.lock();
        try {
            values.values().forEach(this::remove);
            values.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Fills a cache of 1 MiB with ten times as much. */
    public static void main(String[] arguments) {
        try (OffHeapCache cache = new OffHeapCache(1 << 20)) {
            for (int i = 0; i < 10_000; i++) {
                cache.put("stone " + i, new byte[1000]);
            }
            cache.put("name", "granite".getBytes(StandardCharsets.UTF_8));
            System.out.println(new String(cache.get("name"), StandardCharsets.UTF_8));
            System.out.println("oldest is gone: " + (cache.get("stone 0") == null));
            System.out.println("within budget: " + (cache.usedBytes() <= 1 << 20));
        }
    }
}
