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
            unit = "blocks",
            min = 0,
            max = 124,
            reason = "Free blocks of one class that a thread keeps at hand to begin with.")
    public static long magazineBlocks;

    @Tunable(
            unit = "bytes",
            min = 0,
            max = 4L << 10,
            reason =
                    "Bytes of free blocks of one class that a thread keeps at hand to begin with:"
                            + " larger blocks are fewer, the largest none.")
    public static long magazineBytes;

    @Tunable(
            unit = "bytes",
            min = 0,
            max = 1L << 30,
            reason =
                    "Bytes of free blocks that a thread keeps at hand in all: what a busy class"
                            + " gains beyond its beginning comes from here. A bound on what a"
                            + " thread holds back.")
    public static long magazineBytesPerHeap;

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
        magazineBlocks = 16;
        magazineBytes = 4L << 10;
        magazineBytesPerHeap = 1L << 20;
        retiredBytesPerHeap = 1L << 20;
        retiredSpansPerClass = 2;
        largeDecommitBytes = 1L << 20;
    }
}
