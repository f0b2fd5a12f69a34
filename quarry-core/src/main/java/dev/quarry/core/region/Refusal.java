package dev.quarry.core.region;

/** Why a region does not do what it was asked for. Every value is below 0. */
public final class Refusal {
    /** The alignment is no power of two, or above {@link BumpArena#MAX_ALIGNMENT}. */
    public static final int ALIGNMENT = -1;

    /** The region is closed. */
    public static final int CLOSED = -2;

    /**
     * The mark was passed by a reset or by a roll-back to an earlier one, or is another arena's.
     */
    public static final int STALE = -3;

    private Refusal() {}
}
