package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/**
 * Quarry in a class loader of its own, as in a container that redeploys: nothing in the JVM keeps
 * the loader alive, not even threads that used it and live on. The native memory that such a Quarry
 * has reserved stays with the process: addresses carry no reference, so nobody could tell that the
 * last of its blocks is out of use.
 */
class ClassLoaderTest {
    private static final int ROUNDS = 100;

    @Test
    void theLoaderCanBeCollected() throws Exception {
        try (ExecutorService longLived = Executors.newSingleThreadExecutor();
                ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            WeakReference<ClassLoader> loader = useAndDrop(longLived, virtual);
            for (int round = 0; round < ROUNDS && loader.get() != null; round++) {
                System.gc();
                Thread.sleep(10);
            }
            assertNull(loader.get());
            assertFalse(longLived.isShutdown());
        }
    }

    private static WeakReference<ClassLoader> useAndDrop(ExecutorService... executors)
            throws Exception {
        URL[] roots = {ChildJvm.CORE.toUri().toURL(), ChildJvm.FACE.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(roots, null)) {
            Class<?> quarry = loader.loadClass("dev.quarry.Quarry");
            assertNotSame(Quarry.class, quarry);
            use(quarry);
            for (ExecutorService executor : executors) {
                executor.submit(() -> use(quarry)).get();
            }
            return new WeakReference<>(loader);
        }
    }

    /** Leaves a block out, and lets a misuse be thrown. */
    private static Object use(Class<?> quarry) throws ReflectiveOperationException {
        Method malloc = quarry.getMethod("malloc", long.class);
        Method free = quarry.getMethod("free", long.class);
        free.invoke(null, malloc.invoke(null, 100L));
        assertNotNull(malloc.invoke(null, 50L));
        assertNotNull(quarry.getMethod("allocate", long.class).invoke(null, 50L));
        try {
            free.invoke(null, 16L);
        } catch (ReflectiveOperationException e) {
            assertNotNull(e.getCause());
        }
        return null;
    }
}
