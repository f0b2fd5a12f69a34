package dev.quarry.core.base;

/**
 * The variants of the build. Static finals on HotSpot, macros in C
 * ({@code -DQUARRY_CHECKED=1}, ...), so that what is off leaves nothing behind.
 */
@InC
public final class Build {
    private static final boolean CHECKED = Build.class.desiredAssertionStatus();

    private static final boolean FAST_BINS =
            !"off".equals(System.getProperty("quarry.fastbins"));

    private static final boolean BULK = !"off".equals(System.getProperty("quarry.bulk"));

    private Build() {}

    /** Whether invariants are checked: {@code -ea} on HotSpot, the checked library in C. */
    public static boolean checked() {
        return CHECKED;
    }

    /** Whether threads keep magazines; off for measurements only ({@code -DQUARRY_FASTBINS=0}). */
    public static boolean fastBins() {
        return FAST_BINS;
    }

    /** Whether magazines have a bulk mode; off for measurements only ({@code -DQUARRY_BULK=0}). */
    public static boolean bulk() {
        return BULK;
    }

    /** An assertion: in a checked build a false {@code condition} stops; else it costs nothing. */
    public static void require(boolean condition) {
        if (CHECKED && !condition) {
            throw new AssertionError("an invariant of the allocator does not hold");
        }
    }
}
