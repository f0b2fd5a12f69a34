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
            max = 119,
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
                            + " thread holds back. As much again, or a quarter of its spans if"
                            + " that is more, may lie behind in reserve, while it is used.")
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
                    "A shrunken large block gives a tail of at least this size back at once; a"
                            + " shorter one keeps it, for the block may grow again.")
    public static long tailDecommitBytes;

    @Tunable(
            unit = "bytes",
            min = 0,
            max = 1L << 40,
            reason =
                    "While more than this waits to go back to the kernel, a freed large block goes"
                            + " back at once. A page fault costs more than most else an allocator"
                            + " does, so what is freed is kept warm for a while.")
    public static long warmBytes;

    @Tunable(
            unit = "ms",
            min = -1,
            max = 1L << 40,
            reason =
                    "What has been free for so long goes back to the kernel: after half of it at"
                            + " the earliest. 0: as soon as somebody looks; -1: never.")
    public static long decommitDelayMillis;

    @Tunable(
            unit = "threads",
            min = 0,
            max = 1,
            reason =
                    "Whether a thread may be started that gives memory back while the program is"
                            + " idle. It is there only while memory waits.")
    public static long decommitThreads;

    @Tunable(
            unit = "ask",
            min = 0,
            max = 1,
            reason =
                    "Whether the kernel is asked for huge pages, once, for all blocks: fewer faults"
                            + " and misses of the TLB, and resident memory in steps of 2 MiB, of"
                            + " which a mixed heap gives less back. Without effect where the system"
                            + " never or always uses them.")
    public static long hugePages;

    private static boolean areSet;

    private Config() {}

    /** Sets every tunable to its default, once: what was chosen since then stays. */
    public static void setDefaults() {
        if (areSet) {
            return;
        }
        areSet = true;
        magazineBlocks = 16;
        magazineBytes = 4L << 10;
        magazineBytesPerHeap = 1L << 20;
        retiredBytesPerHeap = 1L << 20;
        retiredSpansPerClass = 2;
        tailDecommitBytes = 1L << 20;
        warmBytes = 32L << 20;
        decommitDelayMillis = 1000;
        decommitThreads = 1;
        hugePages = 0;
    }
}
