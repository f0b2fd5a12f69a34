package dev.quarry.bench.report;

import java.util.Locale;

/** Numbers as they stand in the tables. */
public final class Format {
    public static final String NONE = "-";

    private Format() {
    }

    /** Three digits that say something, more before the point if there are more. */
    public static String figure(Double value) {
        if (value == null) {
            return NONE;
        }
        double size = Math.abs(value);
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2
                : size >= 0.1 || size == 0 ? 3 : 5;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** A share as a percentage. */
    public static String percent(double share) {
        return share > 10 ? ">999 %" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    public static String times(double ratio) {
        return ratio > 999 ? ">999" : String.format(Locale.ROOT, "%.2f", ratio);
    }
}
