package dev.quarry;

import dev.quarry.core.api.Aligned;
import dev.quarry.core.api.Calloc;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.api.Query;
import dev.quarry.core.api.Realloc;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.FaultPolicy;
import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory, allocated and freed by hand: over addresses, and over segments.
 *
 * <p>Sizes are in bytes, addresses are native. A block belongs to nobody: any thread, platform or
 * virtual, may free it. All methods are thread-safe and leave no garbage on the Java heap, but for
 * the segments they return. Every block is aligned to 16 bytes at least.
 *
 * <p>A size of 0 gives a distinct block that can be freed. A negative size is an {@link
 * IllegalArgumentException}. A request that cannot be met is an {@link OutOfNativeMemoryError}. A
 * wrong address is a {@link MisuseException}; nothing has changed then. Of two threads that free
 * one block at once, exactly one succeeds; if the other can be told only later, the misuse is
 * counted and not thrown.
 *
 * <p>With the system property {@code quarry.faults} a wrong address is something else: with
 * {@code ignore} it is counted only, with {@code report} the first ten of a process are written to
 * stderr, too, and with {@code abort} the first one is, and ends the process. A call that is to
 * return something returns 0 then. The default is {@code throw}.
 *
 * {@snippet file="dev/quarry/ExamplesTest.java" region="segments"}
 *
 * {@snippet file="dev/quarry/ExamplesTest.java" region="misuse"}
 *
 * <p>Start java with {@code --enable-native-access=dev.quarry.core}, or {@code ALL-UNNAMED} on the
 * class path.
 */
public final class Quarry {
    static {
        Startup.start();
    }

    private Quarry() {}

    /**
     * Allocates a block, its content undefined.
     *
     * @param bytes its least size, 0 to 2^40
     * @return its address
     */
    public static long malloc(long bytes) {
        Tls.ensureStack();
        Heap own = ThreadHeaps.found();
        long block = own == null ? mallocSlow(bytes) : Malloc.malloc(bytes, own);
        if (block == 0) {
            throw refused(bytes);
        }
        return block;
    }

    private static long mallocSlow(long bytes) {
        Heap heap = ThreadHeaps.current();
        try {
            return Malloc.malloc(bytes, heap);
        } finally {
            ThreadHeaps.end(heap);
        }
    }

    /**
     * Allocates a block of zeros for an array.
     *
     * @param count number of elements, not negative
     * @param bytes size of each, not negative
     * @return its address
     */
    public static long calloc(long count, long bytes) {
        if ((count | bytes) < 0) {
            throw negative(count < 0 ? count : bytes);
        }
        Heap heap = heap();
        long block;
        try {
            block = Calloc.calloc(count, bytes, heap);
        } finally {
            ThreadHeaps.end(heap);
        }
        if (block == 0) {
            throw refused(clampedProduct(count, bytes));
        }
        return block;
    }

    /**
     * Changes the size of a block, moving it if need be. Its content is kept up to the lesser of
     * both sizes. When an exception is thrown the old block is as it was.
     *
     * @param block a block in use, or 0 to allocate one
     * @param bytes its new least size; 0 gives a block of the least size
     * @return its address, which may be the old one
     */
    public static long realloc(long block, long bytes) {
        Heap heap = heap();
        long moved;
        try {
            moved = Realloc.realloc(block, bytes, heap);
        } finally {
            ThreadHeaps.end(heap);
        }
        if (moved == 0) {
            throw refused(bytes);
        }
        if (moved < 0) {
            refuse((int) -moved, block);
            return 0;
        }
        return moved;
    }

    /**
     * Allocates at a multiple of a power of two, the content undefined.
     *
     * @param alignment a power of two
     * @param bytes least size of the block
     * @return its address
     */
    public static long alignedAlloc(long alignment, long bytes) {
        checkAlignment(alignment);
        Heap heap = heap();
        long block;
        try {
            block = Aligned.alignedAlloc(alignment, bytes, heap);
        } finally {
            ThreadHeaps.end(heap);
        }
        if (block == 0) {
            throw refused(bytes);
        }
        return block;
    }

    /**
     * Frees a block.
     *
     * @param block a block in use; 0 is ignored
     */
    public static void free(long block) {
        Tls.ensureStack();
        Heap own = ThreadHeaps.found();
        int fault = own == null ? freeSlow(block) : Free.free(block, own);
        if (fault != Fault.NONE) {
            refuse(fault, block);
        }
    }

    private static int freeSlow(long block) {
        Heap heap = ThreadHeaps.current();
        try {
            return Free.free(block, heap);
        } finally {
            ThreadHeaps.end(heap);
        }
    }

    /**
     * Frees a block and checks the size it was asked for with.
     *
     * @param block a block in use; 0 is ignored
     * @param bytes the size it was last asked for with
     */
    public static void free(long block, long bytes) {
        if (bytes < 0) {
            throw negative(bytes);
        }
        Heap heap = heap();
        int fault;
        try {
            fault = Free.freeSized(block, bytes, heap);
        } finally {
            ThreadHeaps.end(heap);
        }
        if (fault != Fault.NONE) {
            refuse(fault, block);
        }
    }

    /**
     * Bytes of a block that may be used, at least what was asked for.
     *
     * @param block a block in use; 0 has 0 bytes
     */
    public static long usableSize(long block) {
        long bytes = Query.usableSize(block);
        if (bytes < 0) {
            Tls.ensureStack();
            refuse(Fault.raise((int) -bytes, block), block);
            return 0;
        }
        return bytes;
    }

    /** Whether an address, any 64-bit value, lies in memory that Quarry manages. */
    public static boolean owns(long address) {
        return Query.owns(address);
    }

    /**
     * Gives the memory behind everything free back to the system, that of closed shared arenas
     * included; returns the bytes.
     */
    public static long trim() {
        Cohort.sealAll();
        Heap heap = heap();
        try {
            return Leases.trim(heap);
        } finally {
            ThreadHeaps.end(heap);
        }
    }

    /**
     * Allocates a segment of zeros, aligned to 16. It stays accessible until the process ends: an
     * access after {@link #free(MemorySegment)} is not detected.
     *
     * @param bytes its size
     */
    public static MemorySegment allocate(long bytes) {
        Tls.ensureStack();
        return segment(calloc(1, bytes), bytes);
    }

    /**
     * Allocates a segment of zeros at a multiple of a power of two; see {@link #allocate(long)}.
     *
     * @param bytes its size
     * @param alignment a power of two
     */
    public static MemorySegment allocate(long bytes, long alignment) {
        Tls.ensureStack();
        long block = alignedAlloc(alignment, bytes);
        Memory.zero(block, bytes);
        return segment(block, bytes);
    }

    /** The block as a segment; it is freed when there is no Java memory for that. */
    private static MemorySegment segment(long block, long bytes) {
        try {
            return Memory.segment(block, bytes);
        } catch (OutOfMemoryError e) {
            Heap heap = ThreadHeaps.current();
            Free.freeInRoom(block, heap);
            ThreadHeaps.end(heap);
            throw e;
        }
    }

    /**
     * An allocator whose segments are blocks: each is to be given to {@link #free(MemorySegment)},
     * and is accessible to all threads until the process ends; see {@link #allocate(long)}.
     */
    public static QuarryAllocator allocator() {
        return Blocks.ALLOCATOR;
    }

    /**
     * An FFM arena of the running thread, by the contract of {@link Arena#ofConfined}: only this
     * thread may allocate, access segments and close. Closing ends all segments at once.
     */
    public static QuarryArena confinedArena() {
        return new ConfinedArena();
    }

    /**
     * An FFM arena of all threads, whose close stops none of them.
     *
     * <p>Whether a segment is alive is known to the JDK's own scopes only, and to close one of all
     * threads the JDK has to stop each of them for a moment. So arenas share a scope, at most
     * 1024 each, which is closed when the last of them is. What holds when
     * {@link Arena#close} has returned:
     *
     * <ul>
     *   <li>The arena is closed: it allocates no more, a second close is an {@link
     *       IllegalStateException}, and the scope that {@link Arena#scope} returns from now on is
     *       not alive.
     *   <li>A segment, and a scope got before, may stay accessible for a while, until the arenas
     *       opened at about the same time are closed, too. Its bytes are not handed out again until
     *       then, so nobody else's data can be read or changed through it. Then every access is an
     *       {@link IllegalStateException}.
     *   <li>A cleanup action given to {@code reinterpret} runs when the shared scope ends, in the
     *       thread that ends it.
     * </ul>
     *
     * <p>For short lives: an arena that stays open holds back the memory of those it shares its
     * scope with, up to about 1 MiB, and {@link #longLivedArena} does not.
     */
    public static QuarryArena sharedArena() {
        return CohortArena.open();
    }

    /**
     * An FFM arena of all threads, by the contract of {@link Arena#ofShared}: closing ends all
     * segments at once, for which all threads are stopped for a moment.
     */
    public static QuarryArena longLivedArena() {
        return new LongLivedArena();
    }

    /**
     * Frees a segment's block.
     *
     * @param segment one that {@link #allocate} gave, or any segment over its first bytes
     */
    public static void free(MemorySegment segment) {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("a heap segment is not Quarry's: " + segment);
        }
        free(segment.address(), segment.byteSize());
    }

    /**
     * The running thread's heap, when the stack lasts for what is done with it: the fast paths too
     * lose a block if they end half-way, which they can while they are interpreted.
     */
    private static Heap heap() {
        Tls.ensureStack();
        return ThreadHeaps.current();
    }

    /** Refuses what no block can be, in the order of the JDK's arenas. */
    static void checkRequest(long bytes, long alignment) {
        if (bytes < 0) {
            throw negative(bytes);
        }
        checkAlignment(alignment);
    }

    private static void checkAlignment(long alignment) {
        if (alignment <= 0 || (alignment & (alignment - 1)) != 0) {
            throw new IllegalArgumentException("not a power of two: alignment " + alignment);
        }
    }

    /** Segments that are blocks. */
    private static final class Blocks implements QuarryAllocator {
        static final Blocks ALLOCATOR = new Blocks();

        @Override
        public MemorySegment allocateUninitialized(long byteSize, long byteAlignment) {
            checkRequest(byteSize, byteAlignment);
            Tls.ensureStack();
            return segment(alignedAlloc(byteAlignment, byteSize), byteSize);
        }
    }

    private static long clampedProduct(long count, long bytes) {
        long product = count * bytes;
        return Math.multiplyHigh(count, bytes) == 0 && product >= 0 ? product : Long.MAX_VALUE;
    }

    /** Why a request was not met: a bad size, or no memory. */
    private static Error refused(long bytes) {
        if (bytes < 0) {
            throw negative(bytes);
        }
        Tls.ensureStack();
        return new OutOfNativeMemoryError(bytes);
    }

    private static IllegalArgumentException negative(long bytes) {
        return new IllegalArgumentException("negative size: " + bytes);
    }

    /** Throws if that is the policy. The fault has been counted. */
    private static void refuse(int fault, long block) {
        if (FaultPolicy.isThrown()) {
            Tls.ensureStack();
            throw new MisuseException(Misuse.of(fault), block);
        }
    }
}
