package dev.quarry.contract;

/** Wrong use of the allocator. The order is that of the kinds in {@code dev.quarry.core}. */
enum Fault {
    NONE,
    DOUBLE_FREE,
    FOREIGN,
    NOT_A_BLOCK,
    CORRUPT_LINK,
    WRONG_SIZE
}
