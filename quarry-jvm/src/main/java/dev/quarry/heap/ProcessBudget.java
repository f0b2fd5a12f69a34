package dev.quarry.heap;

import java.nio.file.Path;
import java.util.Locale;

/**
 * What is left for native memory of what the process may have.
 *
 * <p>What it may have is the least limit of the control groups it is in, those around them
 * included, or the machine's memory if that is less. The Java heap may take its maximum of it
 * ({@code -Xmx}). Of the rest a reserve stays free for what is neither: the JVM's code, classes,
 * collector and compilers, threads' stacks, direct buffers, other libraries.
 *
 * <p>Read anew by each call, since a running container's limit can change.
 *
 * @param memory bytes the process may have
 * @param source the file that says so, such as {@code /sys/fs/cgroup/memory.max} or
 *     {@code /proc/meminfo}
 * @param javaHeap bytes the Java heap may grow to
 * @param reserve bytes that are left to others
 */
public record ProcessBudget(long memory, String source, long javaHeap, long reserve) {
    private static final long LEAST_RESERVE = 64L << 20;
    private static final long MOST_RESERVE = 1L << 30;

    /** None is negative. */
    public ProcessBudget {
        if ((memory | javaHeap | reserve) < 0) {
            throw new IllegalArgumentException(
                    "negative: " + Math.min(memory, Math.min(javaHeap, reserve)));
        }
    }

    /** The budget with a reserve of an eighth of the memory, but 64 MiB at least, 1 GiB at most. */
    public static ProcessBudget read() {
        MemoryLimit limit = MemoryLimit.read(Path.of("/"));
        return of(limit, Math.clamp(limit.bytes() / 8, LEAST_RESERVE, MOST_RESERVE));
    }

    /**
     * The budget with a reserve of one's own.
     *
     * @param reserve bytes, not negative
     */
    public static ProcessBudget read(long reserve) {
        return of(MemoryLimit.read(Path.of("/")), reserve);
    }

    private static ProcessBudget of(MemoryLimit limit, long reserve) {
        return new ProcessBudget(
                limit.bytes(), limit.source(), Runtime.getRuntime().maxMemory(), reserve);
    }

    /** Bytes left for native memory; 0 when the Java heap and the reserve may take everything. */
    public long bytes() {
        return Math.max(0, memory - javaHeap - reserve);
    }

    /** The sum in words, for a log line. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s for native memory: %s by %s, less %s for the Java heap and %s in reserve",
                Bytes.text(bytes()), Bytes.text(memory), source, Bytes.text(javaHeap),
                Bytes.text(reserve));
    }
}
