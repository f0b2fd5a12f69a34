package dev.quarry;

import dev.quarry.core.base.Fault;

/** What is wrong with an address that was given to Quarry. */
public enum Misuse {
    /** The block was freed before and has not been handed out since. */
    DOUBLE_FREE(Fault.DOUBLE_FREE, "the block has been freed already"),
    /** The address lies outside of Quarry's memory. */
    FOREIGN(Fault.FOREIGN, "the address is not Quarry's"),
    /** The address lies in Quarry's memory, but no block that is in use starts there. */
    NOT_A_BLOCK(Fault.NOT_A_BLOCK, "no block in use starts at the address"),
    /** A free block was written to. Found when the block would have been handed out. */
    CORRUPT_LINK(Fault.CORRUPT_LINK, "a freed block was written to"),
    /** The size given to a sized free exceeds the block. */
    WRONG_SIZE(Fault.WRONG_SIZE, "the block is smaller than the size given");

    private static final Misuse[] BY_FAULT = byFault();

    private final int fault;
    private final String reason;

    Misuse(int fault, String reason) {
        this.fault = fault;
        this.reason = reason;
    }

    private static Misuse[] byFault() {
        Misuse[] kinds = new Misuse[Fault.KINDS];
        for (Misuse misuse : values()) {
            kinds[misuse.fault] = misuse;
        }
        return kinds;
    }

    /** The kind of a {@link Fault} that is not NONE; for Quarry's own packages. */
    public static Misuse of(int fault) {
        return BY_FAULT[fault];
    }

    /**
     * How often it has been met since the start.
     *
     * @return the number, also when nothing was thrown
     */
    public long count() {
        return Startup.metSinceStart(fault);
    }

    /** The reason in words. */
    public String reason() {
        return reason;
    }
}
