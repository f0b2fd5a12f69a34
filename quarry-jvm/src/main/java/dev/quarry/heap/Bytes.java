package dev.quarry.heap;

import java.util.Locale;

/** Numbers of bytes as text to read. */
final class Bytes {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};

    private Bytes() {}

    /** Exact where it is short, such as "8 MiB", else rounded to a tenth: "7.9 MiB". */
    static String text(long bytes) {
        int unit = 0;
        double number = bytes;
        while (Math.abs(number) >= 1024 && unit < UNITS.length - 1) {
            number /= 1024;
            unit++;
        }
        String format = number == Math.rint(number) ? "%.0f %s" : "%.1f %s";
        return String.format(Locale.ROOT, format, number, UNITS[unit]);
    }
}
