package dev.quarry.bench.jvm.allocator;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * Methods of sun.misc.Unsafe as constant handles, which compile like calls. Calls in the source
 * would be warnings that no annotation can silence.
 */
final class InternalUnsafe {

    private InternalUnsafe() {
    }

    static MethodHandle method(String name, MethodType type) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            return MethodHandles.publicLookup().findVirtual(unsafe, name, type)
                    .bindTo(instance.get(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
