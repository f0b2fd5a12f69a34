package dev.quarry.bench.jvm.allocator;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * malloc and free of a native library by downcall. The handles are constants, as in a program that
 * is after speed; what malloc returns is not checked.
 */
@SuppressWarnings("restricted")
public final class NativeFunctions implements AddressAllocator {
    /** Names the library's file. */
    public static final String LIBRARY = "quarry.bench.library";

    /** Set to true: the calls are made without a change of the thread's state. */
    public static final String CRITICAL = "quarry.bench.critical";

    private static final MethodHandle MALLOC;
    private static final MethodHandle FREE;

    static {
        var library = new NativeLibrary(Path.of(System.getProperty(LIBRARY)));
        Linker.Option[] options = Boolean.getBoolean(CRITICAL)
                ? new Linker.Option[] {Linker.Option.critical(false)} : new Linker.Option[0];
        MALLOC = Linker.nativeLinker().downcallHandle(library.malloc(),
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG), options);
        FREE = Linker.nativeLinker().downcallHandle(library.free(),
                FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG), options);
    }

    @Override
    public long allocate(long bytes) {
        try {
            return (long) MALLOC.invokeExact(bytes);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void free(long address) {
        try {
            FREE.invokeExact(address);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
