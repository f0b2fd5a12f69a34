package dev.quarry.bench.jvm.loop;

import dev.quarry.bench.jvm.allocator.AddressAllocator;
import dev.quarry.bench.jvm.allocator.ObjectAllocator;

/**
 * The one allocator that this JVM measures, by the name of its class. The loops keep it in a static
 * final field of the interface's type: a constant for the compiler, which inlines its methods as it
 * does where a program names the class.
 */
public final class Measured {
    /** The property that names the class. */
    public static final String CLASS = "quarry.bench.allocator";

    public static final String ADDRESSES = "Address";
    public static final String OBJECTS = "Object";

    private static final Object ALLOCATOR = create(System.getProperty(CLASS));

    private Measured() {
    }

    private static Object create(String name) {
        try {
            return Class.forName(name).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no allocator " + name, e);
        }
    }

    /** Which of the two kinds of loops can measure it: what their classes' names begin with. */
    public static String kind() {
        return ALLOCATOR instanceof AddressAllocator ? ADDRESSES : OBJECTS;
    }

    public static AddressAllocator addresses() {
        return (AddressAllocator) ALLOCATOR;
    }

    /** A block is only ever handed back to the allocator that made it. */
    @SuppressWarnings("unchecked")
    public static ObjectAllocator<Object> objects() {
        return (ObjectAllocator<Object>) ALLOCATOR;
    }
}
