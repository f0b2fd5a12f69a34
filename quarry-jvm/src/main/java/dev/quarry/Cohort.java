package dev.quarry;

import dev.quarry.core.base.Os;
import dev.quarry.core.base.Scopes;
import java.lang.foreign.Arena;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Arenas that have one JDK scope. It ends when the cohort is sealed and all of them have left, so
 * that all threads are stopped once for many arenas. Until then no byte of theirs is handed out
 * again.
 *
 * <p>A cohort is sealed when {@value #MEMBERS} arenas have entered, or when its chunks have {@value
 * #BYTES} bytes. Until then its members have chunks in common, and then each those of its own. Each
 * stripe of threads has a cohort that may be entered.
 */
final class Cohort {
    private static final int MEMBERS = 1024;
    private static final long BYTES = 1 << 20;

    /** Of the chunks that all members cut from, and of what they cut from them at most. */
    private static final long CHUNK_BYTES = 64 << 10;

    private static final long MOST_BYTES = CHUNK_BYTES / 4;

    /** The pages of a chunk of so many bytes go back when its arena is closed. */
    private static final long LARGE_BYTES = 128 << 10;

    // The state: members, all that ever entered, the seal.
    private static final long MEMBER = 1;
    private static final long ENTERED = 1L << 31;
    private static final long SEALED = 1L << 62;

    private static final AtomicReferenceArray<Cohort> CURRENT =
            new AtomicReferenceArray<>(Processors.roundedUp());

    /** Left by all, but a native call is using a segment. One is tried again with each end. */
    private static final Queue<Cohort> LINGERING = new ConcurrentLinkedQueue<>();

    final Arena jdk = Arena.ofShared();

    private final ChunkList chunks = new ChunkList();
    private final AtomicLong chunkBytes = new AtomicLong();
    private final AtomicLong state = new AtomicLong();
    private final AtomicReference<SharedChunk> current = new AtomicReference<>();

    private Cohort() {
        Scopes.atEnd(jdk, chunks::end);
        current.setPlain(SharedChunk.create(CHUNK_BYTES, jdk));
        adopt(current.getPlain());
    }

    /** A cohort that has one more member now. */
    static Cohort enter() {
        int stripe = (int) Thread.currentThread().threadId() & CURRENT.length() - 1;
        while (true) {
            Cohort current = CURRENT.getAcquire(stripe);
            if (current != null && current.isEntered()) {
                return current;
            }
            Cohort added = new Cohort();
            if (!CURRENT.compareAndSet(stripe, current, added)) {
                added.chunks.end();
            }
        }
    }

    /** Lets all end whose members are closed, at the price of a stop of all threads for each. */
    static void sealAll() {
        for (int stripe = 0; stripe < CURRENT.length(); stripe++) {
            Cohort current = CURRENT.getAndSet(stripe, null);
            if (current != null) {
                current.seal();
            }
        }
    }

    private boolean isEntered() {
        while (true) {
            long seen = state.get();
            if (isSealed(seen)) {
                return false;
            }
            long then = seen + MEMBER + ENTERED;
            then |= then / ENTERED == MEMBERS ? SEALED : 0;
            if (state.compareAndSet(seen, then)) {
                return true;
            }
        }
    }

    private static boolean isSealed(long state) {
        return (state & SEALED) != 0;
    }

    private static long members(long state) {
        return state & ENTERED - 1;
    }

    /** Nobody enters any more. */
    private void seal() {
        long before = state.getAndUpdate(seen -> seen | SEALED);
        if (!isSealed(before) && members(before) == 0) {
            end();
        }
    }

    /** The chunk that members cut from. */
    SharedChunk current() {
        return current.get();
    }

    /** The common chunk after this one; null when what is needed should be a member's own. */
    @Nullable SharedChunk chunkAfter(SharedChunk newest, long needed) {
        if (needed > MOST_BYTES || isSealed(state.get())) {
            return null;
        }
        if (current.get() == newest) {
            SharedChunk added = SharedChunk.create(CHUNK_BYTES, jdk);
            if (!adopt(added)) {
                throw SharedArena.closed();
            }
            current.compareAndSet(newest, added);
        }
        return current.get();
    }

    /** Takes note of a chunk; false, and it is given back, when the scope has ended. */
    boolean adopt(SharedChunk added) {
        if (!chunks.add(added)) {
            return false;
        }
        if (chunkBytes.addAndGet(added.bytes) >= BYTES) {
            seal();
        }
        return true;
    }

    /** A member is closed, whose own chunks are these. */
    void leave(@Nullable SharedChunk newest) {
        if (!isSealed(state.get()) || members(state.get()) > 1) {
            decommitLarge(newest);
        }
        long after = state.addAndGet(-MEMBER);
        if (isSealed(after) && members(after) == 0) {
            end();
        }
    }

    /** What others hold back of a member: addresses, but no large memory. */
    private static void decommitLarge(@Nullable SharedChunk newest) {
        for (SharedChunk own = newest; own != null; own = own.olderOfArena) {
            if (own.bytes >= LARGE_BYTES) {
                Os.decommit(own.block, own.bytes);
            }
        }
    }

    private void end() {
        endOrLinger();
        Cohort waiting = LINGERING.poll();
        if (waiting != null) {
            waiting.endOrLinger();
        }
    }

    /** What is thrown is not the fault of whoever has closed an arena: an action's, of anyone's. */
    private void endOrLinger() {
        try {
            jdk.close();
        } catch (RuntimeException e) {
            if (jdk.scope().isAlive()) {
                LINGERING.add(this);
                return;
            }
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
