package dev.quarry.heap;

import dev.quarry.Misuse;
import dev.quarry.MisuseException;
import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.Quarry;
import dev.quarry.QuarryArena;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.FaultPolicy;
import dev.quarry.core.base.Scopes;
import dev.quarry.core.base.Tls;
import dev.quarry.core.heaps.ProgramHeap;
import dev.quarry.core.owner.Denial;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A heap of the program's own: blocks and segments of one purpose, with a limit, freed one by one
 * or all at once by closing it.
 *
 * {@snippet file="dev/quarry/heap/ExamplesTest.java" region="limits"}
 *
 * <p><b>Limits form a tree.</b> What a heap uses counts for it and for every heap around it, and a
 * request that would exceed the limit of one of them is refused. What counts is what a heap takes
 * of memory, whole runs of 64 KiB and more, not the single block, so that a limit bounds what the
 * process really holds: a heap with one block of each of many sizes uses much more than their sum.
 * A {@linkplain HeapOptions#reservation reservation} is memory that nobody else can take.
 *
 * <p><b>Pressure.</b> When a limit refuses a request, the listeners of the heap whose limit it is
 * are asked to free something, and the request is tried again, {@value #MOST_ROUNDS} times at most.
 * Then it is a {@link HeapLimitError}, which names the heaps and the biggest users. Who wants to
 * hear before that adds a listener at a {@link Threshold}, such as at 80 % of the limit.
 *
 * {@snippet file="dev/quarry/heap/ExamplesTest.java" region="listener"}
 *
 * <p><b>As an arena.</b> A heap is an {@link Arena}: it may be given to whatever takes an arena or
 * a {@link java.lang.foreign.SegmentAllocator}. Segments can also be freed one by one; they stay
 * accessible until the heap is closed, so that an access after its segment was freed is not
 * detected, as with {@link Quarry#free(MemorySegment)}. Closing ends all segments at once, for
 * which all threads are stopped for a moment, unless the heap never gave a segment.
 *
 * <p>All methods are thread-safe, for platform and virtual threads; a heap has one lock, so threads
 * that allocate all the time get heaps of their own, or {@link Quarry}'s. Every block is aligned to
 * 16 bytes at least, and a size of 0 gives a distinct block. What is wrong is refused as {@link
 * Quarry} does; a use of a closed heap is an {@link IllegalStateException}. A heap that is never
 * closed keeps its memory until the process ends, and its place in the statistics.
 */
public final class Heap extends Account implements QuarryArena {
    static final int MOST_ROUNDS = 64;

    private static final AtomicReference<@Nullable Heap> PROCESS = new AtomicReference<>();

    private final HeapOptions options;

    private final HeapScope scope = new HeapScope();

    private Heap(HeapOptions options, Branch branch, long id) {
        super(branch, id);
        this.options = options;
    }

    /**
     * Opens a heap, empty.
     *
     * @throws HeapLimitError when its parent, or one around that, has no room for the reservation
     * @throws IllegalStateException when the parent is closed
     */
    public static Heap open(HeapOptions options) {
        Quarry.owns(0); // Starts the allocator.
        Branch branch = new Branch(options);
        branch.enter();
        try {
            Heap opened = new Heap(options, branch, openCore(options, branch));
            branch.show(opened);
            return opened;
        } catch (Throwable e) {
            branch.leave(null);
            throw e;
        }
    }

    private static long openCore(HeapOptions options, Branch branch) {
        Heap parent = options.parent();
        long reserved = options.reservation();
        if (parent == null) {
            return found(ProgramHeap.open(0, options.limit(), reserved), 0);
        }
        LongSupplier request = () -> ProgramHeap.open(parent.id, options.limit(), reserved);
        parent.begin(reserved);
        return parent.met(parent.settled(
                request.getAsLong(),
                new Refusals(parent, branch.path, reserved, reserved),
                request));
    }

    /**
     * The root for all that the process is to have: its name is "process", and its limit that of
     * {@link ProcessBudget#read()} at the first call. It cannot be closed.
     *
     * @throws IllegalStateException when the Java heap and the reserve may take everything
     */
    public static Heap process() {
        Heap known = PROCESS.get();
        if (known != null) {
            return known;
        }
        ProcessBudget budget = ProcessBudget.read();
        if (budget.bytes() == 0) {
            throw new IllegalStateException("no memory is left: " + budget);
        }
        Heap opened = open(HeapOptions.named("process").withLimit(budget.bytes()));
        if (!PROCESS.compareAndSet(null, opened)) {
            opened.close();
        }
        return Objects.requireNonNull(PROCESS.get());
    }

    /**
     * Allocates a block, its content undefined.
     *
     * @param bytes its least size, not negative
     * @return its address
     */
    public long malloc(long bytes) {
        begin(bytes);
        long block = ProgramHeap.malloc(id, bytes);
        return met(block > 0
                ? block
                : later(1, bytes, block, () -> ProgramHeap.malloc(id, bytes)));
    }

    /**
     * Allocates a block of zeros for an array.
     *
     * @param count number of elements, not negative
     * @param bytes size of each, not negative
     * @return its address
     */
    public long calloc(long count, long bytes) {
        checkSize(count);
        begin(bytes);
        long block = ProgramHeap.calloc(id, count, bytes);
        return met(block > 0
                ? block
                : later(1, product(count, bytes), block,
                        () -> ProgramHeap.calloc(id, count, bytes)));
    }

    /**
     * Changes the size of a block, moving it if need be. Its content is kept up to the lesser of
     * both sizes. When an exception is thrown the old block is as it was.
     *
     * @param block a block of this heap, or 0 to allocate one
     * @param bytes its new least size, not negative
     * @return its address, which may be the old one
     */
    public long realloc(long block, long bytes) {
        begin(bytes);
        long moved = ProgramHeap.realloc(id, block, bytes);
        if (moved <= 0) {
            moved = later(1, bytes, moved, () -> ProgramHeap.realloc(id, block, bytes));
        }
        if (moved < 0) {
            refuse((int) -moved, block);
            return 0;
        }
        return met(moved);
    }

    /**
     * Allocates at a multiple of a power of two, the content undefined.
     *
     * @param alignment a power of two
     * @param bytes least size of the block, not negative
     * @return its address
     */
    public long alignedAlloc(long alignment, long bytes) {
        begin(bytes);
        if (alignment <= 0 || (alignment & alignment - 1) != 0) {
            throw new IllegalArgumentException("not a power of two: alignment " + alignment);
        }
        long block = ProgramHeap.alignedAlloc(id, alignment, bytes);
        return met(block > 0
                ? block
                : later(alignment, bytes, block,
                        () -> ProgramHeap.alignedAlloc(id, alignment, bytes)));
    }

    /** Before a request. */
    private void begin(long bytes) {
        checkSize(bytes);
        for (Heap at = this; at != null; at = at.parent()) {
            for (Watch watch : at.watches) {
                watch.rearm(at);
            }
        }
    }

    /** After a request: its answer, when all who want to hear of the use have been told. */
    private long met(long answer) {
        for (Heap at = this; at != null; at = at.parent()) {
            for (Watch watch : at.watches) {
                watch.look(at);
            }
        }
        return answer;
    }

    /** What a request comes to that was not met at once: a block, a fault, or an exception. */
    private long later(long alignment, long bytes, long answer, LongSupplier request) {
        long charge = ProgramHeap.chargeOf(alignment, bytes);
        return settled(answer, new Refusals(this, branch.path, bytes, charge), request);
    }

    private long settled(long answer, Refusals refusals, LongSupplier request) {
        long settled = answer == Denial.LIMIT ? refusals.retry(request) : answer;
        if (settled == Denial.CLOSED) {
            throw branch.closed();
        }
        return found(settled, refusals.bytes());
    }

    private static long found(long answer, long bytes) {
        if (answer == 0) {
            throw new OutOfNativeMemoryError(bytes);
        }
        return answer;
    }

    /**
     * Frees a block of this heap; {@link Quarry#free(long)} does so too, whatever heap it is of.
     *
     * @param block a block in use; 0 is ignored
     */
    public void free(long block) {
        int fault = ProgramHeap.free(id, block);
        if (fault == Denial.CLOSED) {
            throw branch.closed();
        }
        if (fault != Fault.NONE) {
            refuse(fault, block);
        }
    }

    /**
     * Frees a segment's block.
     *
     * @param segment one that this heap gave, or any segment over its first bytes
     */
    public void free(MemorySegment segment) {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("a heap segment is not of this heap: " + segment);
        }
        free(segment.address());
    }

    /**
     * Bytes of a block that may be used, at least what was asked for.
     *
     * @param block a block of this heap; 0 has 0 bytes
     */
    public long usableSize(long block) {
        long bytes = block == 0 ? 0 : ProgramHeap.usableSize(id, block);
        if (bytes == Denial.CLOSED) {
            throw branch.closed();
        }
        if (bytes < 0) {
            Tls.ensureStack();
            refuse(Fault.raise((int) -bytes, block), block);
            return 0;
        }
        return bytes;
    }

    @Override
    public MemorySegment allocateUninitialized(long byteSize, long byteAlignment) {
        Arena owner = scope.arena();
        long block = alignedAlloc(byteAlignment, byteSize);
        try {
            return Scopes.segment(block, byteSize, owner);
        } catch (OutOfMemoryError | IllegalStateException e) {
            ProgramHeap.free(id, block);
            throw e;
        }
    }

    /** The scope of its segments. */
    @Override
    public MemorySegment.Scope scope() {
        return scope.arena().scope();
    }

    /**
     * Frees all blocks and ends all segments at once.
     *
     * @throws IllegalStateException when heaps are open within it, when a native call uses one of
     *     its segments just now (both times it stays open), or when it is closed already
     * @throws UnsupportedOperationException for {@link #process()}
     */
    @Override
    public void close() {
        if (this == PROCESS.get()) {
            throw new UnsupportedOperationException("the process's heap is closed at its end");
        }
        branch.shut();
        try {
            scope.end();
        } finally { // A cleanup action of a segment may throw when it has ended.
            if (scope.hasEnded()) {
                ProgramHeap.close(id);
                branch.leave(this);
            } else {
                branch.open();
            }
        }
    }

    private static void checkSize(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size: " + bytes);
        }
    }

    private static long product(long count, long bytes) {
        return Math.multiplyHigh(count, bytes) == 0 && count * bytes >= 0
                ? count * bytes
                : Long.MAX_VALUE;
    }

    /** Throws if that is the policy. The fault has been counted. */
    private static void refuse(int fault, long block) {
        if (FaultPolicy.isThrown()) {
            throw new MisuseException(Misuse.of(fault), block);
        }
    }

    /** The nearest heap from this one up whose limit has no room for so many bytes, or null. */
    @Nullable Heap refusing(long charge) {
        long refuser = refuser(charge);
        Heap at = this;
        while (at != null && at.id != refuser) {
            at = at.parent();
        }
        return at;
    }

    /** Its name among the heaps of its parent. */
    public String name() {
        return options.name();
    }

    /** Its name after those of the heaps around it: {@code app/cache/index}. */
    public String path() {
        return branch.path;
    }

    /** The heap in which it was opened, or null. */
    public @Nullable Heap parent() {
        return options.parent();
    }

    /** The heaps that are open within it now, without those within these; in no order. */
    public Collection<Heap> children() {
        return List.copyOf(branch.children);
    }

    /** The heaps that are open now and have no parent, in no order. */
    public static Collection<Heap> roots() {
        return List.copyOf(Branch.ROOTS);
    }

    /** Gives empty runs of memory back at once; closing does so, too. */
    public void trim() {
        if (!ProgramHeap.trim(id)) {
            throw branch.closed();
        }
    }

    /** Its path. */
    @Override
    public String toString() {
        return path();
    }
}
