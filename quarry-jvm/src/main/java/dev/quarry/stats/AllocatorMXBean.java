package dev.quarry.stats;

import java.util.List;
import java.util.Map;

/**
 * Quarry over JMX, as {@link Management} registers it. Each attribute is read anew, so figures
 * that are to fit together come from {@link #getStatistics}. All of them are open types: a client
 * needs no class of Quarry's.
 *
 * <p>The words are those of {@link Books}, {@link ClassStatistics}, {@link HeapStatistics} and
 * {@link ProgramHeapStatistics}.
 */
public interface AllocatorMXBean {
    /**
     * Everything, taken at one time.
     *
     * @return the statistics
     */
    Statistics getStatistics();

    /**
     * Where memory is.
     *
     * @return bytes in all
     */
    Books getBooks();

    /**
     * Blocks that the program holds.
     *
     * @return their number
     */
    long getLiveBlocks();

    /**
     * Bytes of the blocks that the program holds.
     *
     * @return bytes, as usable sizes
     */
    long getLiveBytes();

    /**
     * Bytes taken from the system.
     *
     * @return bytes that are not known to have been given back
     */
    long getCommittedBytes();

    /**
     * Resident memory of the whole process.
     *
     * @return the kernel's figure, in bytes; -1 when it cannot be had
     */
    long getProcessResidentBytes();

    /**
     * Small blocks of all heaps.
     *
     * @return one entry for each size class, from the smallest on
     */
    List<ClassStatistics> getSizeClasses();

    /**
     * The heaps.
     *
     * @return one entry each
     */
    List<HeapStatistics> getHeaps();

    /**
     * The heaps that the program has opened, and their limits.
     *
     * @return one entry each, before those within it
     */
    List<ProgramHeapStatistics> getProgramHeaps();

    /**
     * Wrong frees and their like that were refused.
     *
     * @return how often, by kind
     */
    Map<String, Long> getMisuses();

    /**
     * The statistics as a text to read.
     *
     * @return several lines
     */
    String dump();

    /**
     * Gives the memory behind everything free back to the system.
     *
     * @return the bytes given back
     */
    long trim();
}
