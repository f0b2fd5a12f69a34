package dev.quarry.core.tune;

/** All tunables. Read at any time, written at boot only. */
public final class Config {
    @Tunable(
            unit = "bytes",
            min = 0,
            max = 1L << 40,
            reason =
                    "Empty spans that one heap keeps for reuse. Enough for a few spans of each"
                            + " class in use; a bound on what an idle thread holds back.")
    public static long retiredBytesPerHeap;

    @Tunable(
            unit = "spans",
            min = 0,
            max = 64,
            reason = "Empty spans that one heap keeps for reuse in one size class.")
    public static long retiredSpansPerClass;

    @Tunable(
            unit = "bytes",
            min = 0,
            max = 1L << 40,
            reason =
                    "A freed large block of at least this size gives its memory back at once; a"
                            + " smaller one keeps it for the next block.")
    public static long largeDecommitBytes;

    private Config() {}

    /** Sets every tunable to its default. */
    public static void setDefaults() {
        retiredBytesPerHeap = 1L << 20;
        retiredSpansPerClass = 2;
        largeDecommitBytes = 1L << 20;
    }
}
