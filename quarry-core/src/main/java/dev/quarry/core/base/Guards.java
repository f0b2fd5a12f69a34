package dev.quarry.core.base;

/**
 * The list of all guards against wrong use: each is one method, asked at the one place it guards.
 * Always on; a test build switches one off ({@code -DQUARRY_GUARD_liveBit=0} in C,
 * {@code -Dquarry.guard.liveBit=off} on HotSpot) to show that a test dies without it.
 */
@InC
public final class Guards {
    private static final boolean OWN_RANGE = on("ownRange");
    private static final boolean LIVE_STATE = on("liveState");
    private static final boolean SENDER_STATE = on("senderState");
    private static final boolean DRAIN_STATE = on("drainState");
    private static final boolean DRAIN_OWNER = on("drainOwner");
    private static final boolean LARGE_STATE = on("largeState");
    private static final boolean LINK = on("link");

    private Guards() {}

    private static boolean on(String guard) {
        return !"off".equals(System.getProperty("quarry.guard." + guard));
    }

    /** A pointer outside of the open space, or to no granule, is foreign. */
    public static boolean ownRange() {
        return OWN_RANGE;
    }

    /** The owner frees a block only while its state says that a user holds it. */
    public static boolean liveState() {
        return LIVE_STATE;
    }

    /** Another thread frees a block only if it can change its state from a user's to pending. */
    public static boolean senderState() {
        return SENDER_STATE;
    }

    /** A pending block is taken up only while its state says so. */
    public static boolean drainState() {
        return DRAIN_STATE;
    }

    /** A queued unit is taken up only by the heap that owns its span now. */
    public static boolean drainOwner() {
        return DRAIN_OWNER;
    }

    /** A large block is freed only if its state can be changed from a user's. */
    public static boolean largeState() {
        return LARGE_STATE;
    }

    /** A link read from a freed block is followed only when it leads to a block of its span. */
    public static boolean link() {
        return LINK;
    }
}
