package dev.quarry.stats;

import java.util.List;

/**
 * What Quarry holds at one time.
 *
 * {@snippet file="dev/quarry/ExamplesTest.java" region="statistics"}
 *
 * <p>It is added up from counters, heap by heap under its lock, so that it may be taken while
 * threads run, as often as one likes: it costs some microseconds for each heap, whatever is live,
 * and a thread waits for it only if it is on a slow path of the very heap that is being read.
 *
 * <p>Everything is exact when no other thread uses Quarry. While others do, each heap's part, and
 * that of large blocks, is the state of a moment of its own. It can differ from that by a block for
 * each thread that is half-way through a call, and by what other threads are just sending back
 * to the heap: 236 blocks of each such thread at most. {@link Books} add up in any case.
 *
 * <p>The numbers count blocks of Quarry's own start, too, which are all freed.
 *
 * @param books bytes in all
 * @param liveBlocks blocks that the program holds, small and large
 * @param largeBlocks of those, the ones larger than any size class, above 32 KiB
 * @param largeBytes their bytes
 * @param freeRunBytes of what is retained, what belongs to no heap
 * @param allocations blocks that left spans and runs since the start; a block that a thread's
 *     magazine hands out again is not counted again, since counting would cost every call
 * @param frees blocks that came back since the start, or wait to
 * @param classes small blocks of all heaps by size class, from the smallest on
 * @param heaps the heaps, from the newest on
 * @param programHeaps what the program has opened, each before those within it; read one by one
 */
public record Statistics(
        Books books,
        long liveBlocks,
        long largeBlocks,
        long largeBytes,
        long freeRunBytes,
        long allocations,
        long frees,
        List<ClassStatistics> classes,
        List<HeapStatistics> heaps,
        List<ProgramHeapStatistics> programHeaps) {

    /** The lists are copied. */
    public Statistics {
        classes = List.copyOf(classes);
        heaps = List.copyOf(heaps);
        programHeaps = List.copyOf(programHeaps);
    }

    /**
     * Takes them now.
     *
     * @return what Quarry holds
     */
    public static Statistics take() {
        return Collector.collect();
    }

    /**
     * Resident bytes of the whole process, Java heap and all, as the kernel counts them.
     *
     * @return the figure of {@code /proc/self/statm}; -1 when it cannot be read
     */
    public static long processResidentBytes() {
        return Resident.bytes();
    }

    /**
     * The statistics as a text to read: totals, then a line for each size class and heap in use.
     *
     * @return lines, each with its end
     */
    public String dump() {
        return Dump.of(this);
    }
}
