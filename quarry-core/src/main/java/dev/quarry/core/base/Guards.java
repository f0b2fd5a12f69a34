package dev.quarry.core.base;

/**
 * The list of all guards against wrong use: each is one method, asked at the one place it guards.
 * Always on; a test build switches one off ({@code -DQUARRY_GUARD_liveState=0} in C,
 * {@code -Dquarry.guard.liveState=off} on HotSpot) to show that a test dies without it.
 */
@InC
public final class Guards {
    private static final boolean OWN_RANGE = on("ownRange");
    private static final boolean LIVE_STATE = on("liveState");
    private static final boolean SENDER_STATE = on("senderState");
    private static final boolean DRAIN_STATE = on("drainState");
    private static final boolean DRAIN_OWNER = on("drainOwner");
    private static final boolean LARGE_STATE = on("largeState");
    private static final boolean ARENA_FIT = on("arenaFit");
    private static final boolean ARENA_ALIGNMENT = on("arenaAlignment");
    private static final boolean ARENA_MARK = on("arenaMark");
    private static final boolean ARENA_GENERATION = on("arenaGeneration");
    private static final boolean POOL_LIVE = on("poolLive");
    private static final boolean POOL_LINK = on("poolLink");
    private static final boolean HANDLE_LIVE = on("handleLive");
    private static final boolean HANDLE_RETIRE = on("handleRetire");

    private static final boolean HEAP_LIMIT = on("heapLimit");
    private static final boolean HEAP_OPEN = on("heapOpen");
    private static final boolean HEAP_OWN = on("heapOwn");

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

    /** An arena's block ends within its chunk, however large the size. */
    public static boolean arenaFit() {
        return ARENA_FIT;
    }

    /** An arena is asked for powers of two only. */
    public static boolean arenaAlignment() {
        return ARENA_ALIGNMENT;
    }

    /** An arena is rolled back only to a mark that is in its stack. */
    public static boolean arenaMark() {
        return ARENA_MARK;
    }

    /** An arena's reference resolves only in the generation it was made in. */
    public static boolean arenaGeneration() {
        return ARENA_GENERATION;
    }

    /** A pool takes back only a block whose bit says that a user holds it. */
    public static boolean poolLive() {
        return POOL_LIVE;
    }

    /** A link read from a pool's free block is followed only to a free block of the pool. */
    public static boolean poolLink() {
        return POOL_LINK;
    }

    /** A handle resolves only while its slot's word is that handle. */
    public static boolean handleLive() {
        return HANDLE_LIVE;
    }

    /** A program's heap takes memory only within the limits on its way up. */
    public static boolean heapLimit() {
        return HEAP_LIMIT;
    }

    /** A number leads to a program's heap only while the heap has that number. */
    public static boolean heapOpen() {
        return HEAP_OPEN;
    }

    /** A program's heap takes back only its own large blocks. */
    public static boolean heapOwn() {
        return HEAP_OWN;
    }

    /** A slot whose generation would wrap round is never used again. */
    public static boolean handleRetire() {
        return HANDLE_RETIRE;
    }
}
