package dev.quarry.stats;

/**
 * The blocks of one size class, in one heap or in all.
 *
 * @param blockBytes bytes of each block
 * @param spans runs of memory cut into such blocks
 * @param liveBlocks blocks that the program holds
 * @param magazineBlocks free blocks at hand for the threads that borrow the heaps
 * @param waitingBlocks blocks freed by other threads that their heaps have not taken up yet
 * @param freeBlocks all other blocks of the spans, never used ones with them
 * @param books the same in bytes: live is live, wasted the spans' ends, the rest retained
 */
public record ClassStatistics(
        int blockBytes,
        long spans,
        long liveBlocks,
        long magazineBlocks,
        long waitingBlocks,
        long freeBlocks,
        Books books) {

    ClassStatistics plus(ClassStatistics other) {
        return new ClassStatistics(
                blockBytes,
                spans + other.spans,
                liveBlocks + other.liveBlocks,
                magazineBlocks + other.magazineBlocks,
                waitingBlocks + other.waitingBlocks,
                freeBlocks + other.freeBlocks,
                books.plus(other.books));
    }
}
