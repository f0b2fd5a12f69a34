package dev.quarry.strict;

import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Which target serves this process. Decided on the first use, for good. */
final class Installed {
    static final String PROPERTY = "quarry.strict.target";

    private static @Nullable StrictTarget chosen;
    private static boolean isDecided;

    private Installed() {}

    /** The choice, as a constant that the compiler of HotSpot sees through. */
    static final class Choice {
        static final StrictTarget TARGET = decide();

        private Choice() {}
    }

    static synchronized void choose(StrictTarget target) {
        if (isDecided) {
            throw new IllegalStateException("the strict allocator is in use already");
        }
        chosen = target;
    }

    private static synchronized StrictTarget decide() {
        isDecided = true;
        if (chosen != null) {
            return chosen;
        }
        String name = System.getProperty(PROPERTY);
        return name == null ? new QuarryTarget() : make(name);
    }

    private static StrictTarget make(String name) {
        try {
            ClassLoader loader = ClassLoader.getSystemClassLoader();
            Class<?> target = Class.forName(name, true, loader);
            return target.asSubclass(StrictTarget.class).getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw refused(name, e.getCause());
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw refused(name, e);
        }
    }

    private static IllegalStateException refused(String name, @Nullable Throwable cause) {
        return new IllegalStateException(
                PROPERTY + "=" + name + " must name a public StrictTarget with a public"
                        + " constructor without parameters", cause);
    }
}
