package dev.quarry.arena;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A native function that calls back while it has a segment: qsort(3) over two numbers. */
@SuppressWarnings("restricted")
final class NativeCall {
    private final Runnable action;

    private NativeCall(Runnable action) {
        this.action = action;
    }

    @SuppressWarnings("unused") // by native code
    private int compare(long one, long other) {
        action.run();
        return 0;
    }

    /** Does something while a native function is using a segment of 8 bytes; it must not throw. */
    static void during(MemorySegment segment, Runnable action) {
        Linker linker = Linker.nativeLinker();
        MethodHandle sort = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("qsort"),
                FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
        try (Arena stubs = Arena.ofConfined()) {
            MethodHandle compare = MethodHandles.lookup().bind(new NativeCall(action), "compare",
                    MethodType.methodType(int.class, long.class, long.class));
            sort.invokeExact(segment, 2L, 4L, linker.upcallStub(compare,
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG), stubs));
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
