package dev.quarry.bench.jvm.allocator;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/** {@code Unsafe.allocateMemory}: the C library's malloc behind the JVM's own books. */
public final class UnsafeMemory implements AddressAllocator {
    private static final MethodHandle ALLOCATE = InternalUnsafe.method("allocateMemory",
            MethodType.methodType(long.class, long.class));
    private static final MethodHandle FREE = InternalUnsafe.method("freeMemory",
            MethodType.methodType(void.class, long.class));

    @Override
    public long allocate(long bytes) {
        try {
            return (long) ALLOCATE.invokeExact(bytes);
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
