package dev.quarry.contract;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Functions of the C library by name, with words for arguments: sizes, addresses and handles. For
 * tests of what need not be fast.
 */
@SuppressWarnings("restricted")
final class NativeWords {
    /** A struct of two words, by value. */
    static final StructLayout PAIR =
            MemoryLayout.structLayout(JAVA_LONG.withName("first"), JAVA_LONG.withName("second"));

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE_LAYOUT = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE_LAYOUT.varHandle(PathElement.groupElement("errno"));
    private static final ThreadLocal<MemorySegment> STATE =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(STATE_LAYOUT));

    private final SymbolLookup library;
    private final Map<String, MethodHandle> handles = new ConcurrentHashMap<>();

    NativeWords(Path path) {
        library = SymbolLookup.libraryLookup(path, Arena.global());
    }

    /** A call whose result is a word. */
    long word(String name, long... arguments) {
        try {
            return (long) spread(name, FunctionDescriptor.of(JAVA_LONG), arguments)
                    .invokeExact(STATE.get(), arguments);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** A call whose result is an int. */
    int number(String name, long... arguments) {
        try {
            return (int) spread(name, FunctionDescriptor.of(JAVA_INT), arguments)
                    .invokeExact(STATE.get(), arguments);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** A call without a result. */
    void run(String name, long... arguments) {
        try {
            spread(name, FunctionDescriptor.ofVoid(), arguments)
                    .invokeExact(STATE.get(), arguments);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** A call whose result is a struct of two words. */
    long[] pair(String name, long one, long other) {
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle handle = handle(name, FunctionDescriptor.of(PAIR, JAVA_LONG, JAVA_LONG));
            MemorySegment pair = (MemorySegment) handle.invokeExact(
                    (SegmentAllocator) arena, STATE.get(), one, other);
            return pair.toArray(JAVA_LONG);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** A call with a struct of two words between two words. */
    long withPair(String name, long one, long[] pair, long other) {
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle handle = handle(name,
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, PAIR, JAVA_LONG));
            MemorySegment struct = arena.allocateFrom(JAVA_LONG, pair);
            return (long) handle.invokeExact(STATE.get(), one, struct, other);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** The errno that the last call of this thread left. */
    int lastError() {
        return (int) ERRNO.get(STATE.get(), 0L);
    }

    private MethodHandle spread(String name, FunctionDescriptor result, long[] arguments) {
        return handles.computeIfAbsent(name, missing -> {
            MemoryLayout[] words = new MemoryLayout[arguments.length];
            Arrays.fill(words, JAVA_LONG);
            return link(name, result.appendArgumentLayouts(words))
                    .asSpreader(1, long[].class, arguments.length);
        });
    }

    private MethodHandle handle(String name, FunctionDescriptor descriptor) {
        return handles.computeIfAbsent(name, missing -> link(name, descriptor));
    }

    private MethodHandle link(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(
                library.findOrThrow("quarry_" + name),
                descriptor,
                Linker.Option.captureCallState("errno"));
    }

    private static AssertionError unexpected(Throwable thrown) {
        return new AssertionError("a call into the library threw", thrown);
    }
}
