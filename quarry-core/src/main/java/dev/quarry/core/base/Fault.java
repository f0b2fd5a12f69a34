package dev.quarry.core.base;

/**
 * Wrong use of the allocator, as values: 0 is none. Whoever finds a fault raises it once, and has
 * changed nothing. What becomes of it is the {@link FaultPolicy}'s affair.
 */
public final class Fault {
    public static final int NONE = 0;
    /** Freed before, and not handed out since. */
    public static final int DOUBLE_FREE = 1;
    /** Not an address of Quarry's. */
    public static final int FOREIGN = 2;
    /** An address of Quarry's where no block starts that a user holds. */
    public static final int NOT_A_BLOCK = 3;
    /** A free block's link was overwritten: a write after free or past a block's end. */
    public static final int CORRUPT_LINK = 4;
    /** The size given to a sized free is not the block's. */
    public static final int WRONG_SIZE = 5;

    public static final int KINDS = 6;

    private Fault() {}

    /** Counts a fault at an address, does with it what the policy says, and returns its kind. */
    public static int raise(int kind, long address) {
        Os.report(kind, address);
        FaultPolicy.apply(kind, address);
        return kind;
    }
}
