package dev.quarry.stats;

import java.util.List;

/**
 * One heap's part: all small blocks that were allocated from it, whoever holds them. Large blocks
 * are not here, also those of a heap that the program has opened; see {@link
 * ProgramHeapStatistics}.
 *
 * @param number the heap's number, from 1; a heap keeps it when another thread borrows it
 * @param use whose it is
 * @param allocations blocks that left its spans since the start, for a thread or its magazines; a
 *     block that a magazine hands out again is not counted again
 * @param frees blocks that came back to its spans since the start, or wait to
 * @param mostCommittedBytes the most bytes of spans that it ever had at once
 * @param books its bytes
 * @param classes its blocks by size class, from the smallest on, without classes that it has no
 *     span of
 */
public record HeapStatistics(
        int number,
        Use use,
        long allocations,
        long frees,
        long mostCommittedBytes,
        Books books,
        List<ClassStatistics> classes) {

    /** The list is copied. */
    public HeapStatistics {
        classes = List.copyOf(classes);
    }

    /** Whose a heap is. */
    public enum Use {
        /**
         * A thread borrows it, or one did that has ended and was not noticed yet; or virtual
         * threads do, for a call each.
         */
        BORROWED,
        /** It waits for a thread to borrow it. */
        IDLE,
        /** Any number of threads allocate from it, under its lock. */
        SHARED,
        /** The program has opened it, or closed it, and it waits for being opened again. */
        PROGRAM
    }
}
