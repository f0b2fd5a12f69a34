package dev.quarry.examples;

import dev.quarry.heap.Heap;
import dev.quarry.heap.HeapOptions;
import dev.quarry.heap.Pressure;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A pipeline of two stages that together never hold more than a limit. The first receives messages
 * into a heap for those that wait, the second counts their bytes by value and keeps what it has
 * found in another heap, as a cache.
 *
 * <p>Where a limit is met, something is done about it. Of the heap of waiting messages: the first
 * stage waits until the second has freed one, so that a fast sender is slowed down instead of
 * filling memory. Of both together: the cache drops what it has kept longest. A quarter is reserved
 * for waiting messages, so that the cache can never stop the pipeline.
 */
public final class BoundedPipeline implements AutoCloseable {
    private static final long RESULT_BYTES = 256 * Long.BYTES;
    private static final long PATIENCE_SECONDS = 10;

    private final Heap all;
    private final Heap waiting;
    private final Heap results;
    private final BlockingQueue<MemorySegment> messages = new LinkedBlockingQueue<>();

    /** One permit for each message freed since the first stage last looked. */
    private final Semaphore freed = new Semaphore(0);

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<MemorySegment> kept = new ArrayDeque<>();
    private long evicted;

    /** A pipeline that holds so many bytes at most. */
    public BoundedPipeline(long limitBytes) {
        all = Heap.open(HeapOptions.named("pipeline").withLimit(limitBytes));
        waiting = Heap.open(HeapOptions.named("waiting").within(all)
                .withLimit(limitBytes / 2).withReservation(limitBytes / 4));
        results = Heap.open(HeapOptions.named("results").within(all));
        waiting.addListener(this::awaitFree);
        all.addListener(this::evict);
    }

    /** The first stage: receives a message, waiting for room if need be. */
    public void receive(byte[] message) {
        messages.add(waiting.allocateFrom(ValueLayout.JAVA_BYTE, message));
    }

    private boolean awaitFree(Pressure pressure) {
        try {
            boolean isFreed = freed.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
            freed.drainPermits();
            return isFreed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The second stage: takes the next message, counts it and keeps the result. */
    public void work() throws InterruptedException {
        MemorySegment message = messages.take();
        MemorySegment counts = results.allocate(RESULT_BYTES);
        for (long at = 0; at < message.byteSize(); at++) {
            int value = Byte.toUnsignedInt(message.get(ValueLayout.JAVA_BYTE, at));
            counts.setAtIndex(ValueLayout.JAVA_LONG, value,
                    counts.getAtIndex(ValueLayout.JAVA_LONG, value) + 1);
        }
        waiting.free(message);
        freed.release();
        lock.lock();
        try {
            kept.add(counts);
        } finally {
            lock.unlock();
        }
    }

    /** Drops as many results as make room for the request, and as fill a run of memory. */
    private boolean evict(Pressure pressure) {
        long bytes = Math.max(pressure.bytes(), 64 << 10);
        lock.lock();
        try {
            boolean isHelpful = !kept.isEmpty();
            for (long dropped = 0; dropped < bytes && !kept.isEmpty(); dropped += RESULT_BYTES) {
                results.free(kept.remove());
                evicted++;
            }
            return isHelpful;
        } finally {
            lock.unlock();
        }
    }

    /** How often a byte was counted in the results that are kept. */
    public long count(byte value) {
        lock.lock();
        try {
            return kept.stream()
                    .mapToLong(counts -> counts.getAtIndex(
                            ValueLayout.JAVA_LONG, Byte.toUnsignedInt(value)))
                    .sum();
        } finally {
            lock.unlock();
        }
    }

    /** Results dropped so far. */
    public long evicted() {
        lock.lock();
        try {
            return evicted;
        } finally {
            lock.unlock();
        }
    }

    /** The most bytes that it ever held. */
    public long peakBytes() {
        return all.peak();
    }

    /** Frees everything; the stages must have ended. */
    @Override
    public void close() {
        waiting.close();
        results.close();
        all.close();
    }

    /** Sends 20,000 messages of 4 KiB through 4 MiB. */
    public static void main(String[] arguments) throws InterruptedException {
        int count = 20_000;
        try (BoundedPipeline pipeline = new BoundedPipeline(4 << 20)) {
            Thread sender = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < count; i++) {
                    pipeline.receive(new byte[4096]);
                }
            });
            for (int i = 0; i < count; i++) {
                pipeline.work();
            }
            sender.join();
            System.out.println("all counted: "
                    + (pipeline.count((byte) 0) == 4096 * (count - pipeline.evicted())));
            System.out.println("some dropped: " + (pipeline.evicted() > 0));
            System.out.println("within 4 MiB: " + (pipeline.peakBytes() <= 4 << 20));
        }
    }
}
