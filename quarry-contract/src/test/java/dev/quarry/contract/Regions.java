package dev.quarry.contract;

/**
 * Arenas, pools and handle pools as the users of one life see them: numbers in, numbers out. What
 * one life throws and the other puts into errno is brought to one form: null, 0 or false, and
 * {@link #lastError}.
 */
interface Regions {
    /** An arena that grows; null when it cannot be opened. */
    Arena arena(long firstBytes);

    Arena fixedArena(long bytes);

    /** A pool that grows; null when it cannot be opened. */
    Pool pool(long bytes, long firstCount);

    Pool fixedPool(long bytes, long count);

    /** A handle pool that grows; null when it cannot be opened. */
    Handles handles(long bytes, long firstCount);

    Handles fixedHandles(long bytes, long count);

    /** Why the last call was refused: {@link Life#ENOMEM} or {@link Life#EINVAL}. */
    int lastError();

    /** Where a block lies in an arena; checked when it is used. */
    record Reference(long offset, long generation) {}

    /** What all regions have in common. */
    interface Region {
        /** False when it was closed already. */
        boolean close();

        long capacity();
    }

    /** An arena. */
    interface Arena extends Region {
        long allocate(long bytes, long alignment);

        long allocateZeroed(long bytes, long alignment);

        boolean reset();

        long used();

        long highWater();

        long generation();

        long mark();

        boolean rollback(long mark);

        /** Null when the address is not in use. */
        Reference refer(long address);

        long get(Reference reference, long bytes);
    }

    /** A pool. */
    interface Pool extends Region {
        long allocate();

        /** What is wrong with the block, which is NONE when it was taken back. */
        Fault free(long block);

        boolean reset();

        long inUse();

        long blockBytes();
    }

    /** A handle pool. */
    interface Handles extends Region {
        long allocate();

        /** The address of the block, or 0. */
        long get(long handle);

        boolean free(long handle);

        long inUse();

        long retired();

        long blockBytes();
    }
}
