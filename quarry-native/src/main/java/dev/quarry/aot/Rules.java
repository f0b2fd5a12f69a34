package dev.quarry.aot;

import java.util.Locale;

/** The rules both ends of the pipeline follow: which classes become C, and under which names. */
final class Rules {
    static final String CORE = "dev.quarry.core.";
    static final String IN_C = "dev.quarry.core.base.InC";
    static final String GUARDS = "dev.quarry.core.base.Guards";

    static final String BUILD = "dev.quarry.core.base.Build";
    static final String CONFIG = "dev.quarry.core.tune.Config";
    static final String TUNABLE = "dev.quarry.core.tune.Tunable";

    private Rules() {}

    static boolean becomesC(String className) {
        return className.startsWith(CORE);
    }

    /** Whether a class is made of switches: macros in C, so that they cost nothing even at -O0. */
    static boolean isSwitches(String className) {
        return className.equals(GUARDS) || className.equals(BUILD);
    }

    /** The name of a hand-written body: {@code memory_getLong} for {@code Memory.getLong}. */
    static String bodyName(String className, String method) {
        return simpleName(className).toLowerCase(Locale.ROOT) + "_" + method;
    }

    static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
