package dev.quarry.contract;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * The C library, called through FFM by its {@code quarry_} names. It is only loaded, not preloaded:
 * this process's own {@code malloc} stays the system's, so every block it knows is a test's.
 */
@SuppressWarnings("restricted")
final class NativeLife implements Life {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE_LAYOUT = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE_LAYOUT.varHandle(PathElement.groupElement("errno"));

    /** {@code struct quarry_stats}. */
    private static final StructLayout BOOKS_LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_LONG.withName("mallocs"),
                    JAVA_LONG.withName("frees"),
                    JAVA_LONG.withName("blocks_live"),
                    JAVA_LONG.withName("bytes_live"),
                    JAVA_LONG.withName("retained"),
                    JAVA_LONG.withName("committed"),
                    JAVA_LONG.withName("wasted"));

    /** Where the linker leaves errno, before anything of the JVM's own can change it. */
    private static final ThreadLocal<MemorySegment> STATE =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(STATE_LAYOUT));

    private final SymbolLookup library;
    private final MethodHandle malloc;
    private final MethodHandle calloc;
    private final MethodHandle realloc;
    private final MethodHandle alignedAlloc;
    private final MethodHandle free;
    private final MethodHandle usableSize;
    private final MethodHandle owns;
    private final MethodHandle trim;
    private final MethodHandle faultCount;
    private final MethodHandle verify;
    private final MethodHandle liveBlocks;
    private final MethodHandle stats;

    NativeLife(Path path) {
        library = SymbolLookup.libraryLookup(path, Arena.global());
        malloc = call("malloc", JAVA_LONG, JAVA_LONG);
        calloc = call("calloc", JAVA_LONG, JAVA_LONG, JAVA_LONG);
        realloc = call("realloc", JAVA_LONG, JAVA_LONG, JAVA_LONG);
        alignedAlloc = call("aligned_alloc", JAVA_LONG, JAVA_LONG, JAVA_LONG);
        free = call("free", null, JAVA_LONG);
        usableSize = call("malloc_usable_size", JAVA_LONG, JAVA_LONG);
        owns = call("owns", JAVA_INT, JAVA_LONG);
        trim = call("malloc_trim", JAVA_INT, JAVA_LONG);
        faultCount = call("fault_count", JAVA_LONG, JAVA_INT);
        verify = call("verify", JAVA_INT);
        liveBlocks = call("live_blocks", JAVA_LONG, JAVA_INT);
        stats = call("stats", null, JAVA_LONG);
    }

    private MethodHandle call(String name, MemoryLayout result, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                library.findOrThrow("quarry_" + name),
                result == null
                        ? FunctionDescriptor.ofVoid(parameters)
                        : FunctionDescriptor.of(result, parameters),
                Linker.Option.captureCallState("errno"));
    }

    @Override
    public long malloc(long bytes) {
        try {
            return (long) malloc.invokeExact(STATE.get(), bytes);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public long calloc(long count, long bytes) {
        try {
            return (long) calloc.invokeExact(STATE.get(), count, bytes);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public long realloc(long block, long bytes) {
        try {
            return (long) realloc.invokeExact(STATE.get(), block, bytes);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public long alignedAlloc(long alignment, long bytes) {
        try {
            return (long) alignedAlloc.invokeExact(STATE.get(), alignment, bytes);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public void free(long block) {
        try {
            free.invokeExact(STATE.get(), block);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public long usableSize(long block) {
        try {
            return (long) usableSize.invokeExact(STATE.get(), block);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public boolean owns(long address) {
        try {
            return (int) owns.invokeExact(STATE.get(), address) != 0;
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public void trim() {
        try {
            int gaveBack = (int) trim.invokeExact(STATE.get(), 0L);
            assert gaveBack == 0 || gaveBack == 1 : "malloc_trim returned " + gaveBack;
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** The errno that the last call of this thread into the library left. */
    @Override
    public int lastError() {
        return (int) ERRNO.get(STATE.get(), 0L);
    }

    @Override
    public long faultCount(Fault kind) {
        try {
            return (long) faultCount.invokeExact(STATE.get(), kind.ordinal());
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public long verify() {
        try {
            return (int) verify.invokeExact(STATE.get());
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public Census census() {
        long[] blocks = new long[Census.CLASSES + 1];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = liveBlocks(i);
        }
        return new Census(blocks);
    }

    private long liveBlocks(int sizeClass) {
        try {
            return (long) liveBlocks.invokeExact(STATE.get(), sizeClass);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public Books books() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment books = arena.allocate(BOOKS_LAYOUT);
            stats.invokeExact(STATE.get(), books.address());
            return new Books(
                    number(books, "blocks_live"),
                    number(books, "bytes_live"),
                    number(books, "committed"),
                    number(books, "retained") + number(books, "wasted"));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    private static long number(MemorySegment books, String name) {
        return books.get(JAVA_LONG, BOOKS_LAYOUT.byteOffset(PathElement.groupElement(name)));
    }

    private static AssertionError unexpected(Throwable thrown) {
        return new AssertionError("a call into the library threw", thrown);
    }

    @Override
    public String toString() {
        return "native";
    }
}
