package dev.quarry.core.base;

/**
 * The list of all guards against wrong use: each is one method, asked at the one place it guards.
 * Always on; a test build switches one off ({@code -DQUARRY_GUARD_liveBit=0} in C,
 * {@code -Dquarry.guard.liveBit=off} on HotSpot) to show that a test dies without it.
 */
@InC
public final class Guards {
    private static final boolean OWN_RANGE = on("ownRange");
    private static final boolean LIVE_BIT = on("liveBit");
    private static final boolean PENDING_BIT = on("pendingBit");
    private static final boolean SENDER_LIVE_BIT = on("senderLiveBit");
    private static final boolean DRAIN_LIVE_BIT = on("drainLiveBit");
    private static final boolean DRAIN_OWNER = on("drainOwner");
    private static final boolean LARGE_START = on("largeStart");
    private static final boolean LINK = on("link");

    private Guards() {}

    private static boolean on(String guard) {
        return !"off".equals(System.getProperty("quarry.guard." + guard));
    }

    /** A pointer outside the opened address space is foreign. */
    public static boolean ownRange() {
        return OWN_RANGE;
    }

    /** The owner frees a block only while its live bit is set. */
    public static boolean liveBit() {
        return LIVE_BIT;
    }

    /** A block whose pending bit is set has been freed already. */
    public static boolean pendingBit() {
        return PENDING_BIT;
    }

    /** Another thread posts a block only while its live bit is set. */
    public static boolean senderLiveBit() {
        return SENDER_LIVE_BIT;
    }

    /** A pending block is taken up only while its live bit is set. */
    public static boolean drainLiveBit() {
        return DRAIN_LIVE_BIT;
    }

    /** A queued unit is taken up only by the heap that owns its span now. */
    public static boolean drainOwner() {
        return DRAIN_OWNER;
    }

    /** A large block is freed only by its first address, and once. */
    public static boolean largeStart() {
        return LARGE_START;
    }

    /** A link read from a freed block is followed only when it names a free block of its span. */
    public static boolean link() {
        return LINK;
    }
}
