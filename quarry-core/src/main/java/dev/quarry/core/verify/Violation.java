package dev.quarry.core.verify;

/** What can be wrong, as numbers that name the equation broken. 0 is nothing. */
public final class Violation {
    public static final int NONE = 0;
    /** The free runs' lists: links, order, alignment. */
    public static final int BUDDY_LIST = 1;
    /** Every known unit lies in exactly one free run, span or large block. */
    public static final int UNIT_COVER = 2;
    /** A unit's description repeats its span's. */
    public static final int SPAN_UNIT = 3;
    /** live + free + uncarved == capacity. */
    public static final int SPAN_COUNT = 4;
    /** States agree with the counts, and only where blocks start is one. */
    public static final int SPAN_STATES = 6;
    /** Every pending block is in a parcel, or has its bit, and its span is queued. */
    public static final int SPAN_PENDING = 7;
    /** A span is in the list that its place says, of its owner's bin. */
    public static final int BIN_PLACE = 8;
    /** Retired spans are empty and their bytes add up. */
    public static final int BIN_RETIRED = 9;
    /** Heap counters agree with the blocks in its spans. */
    public static final int HEAP_COUNT = 10;
    /** A queue holds each unit once, and each says so. */
    public static final int HEAP_QUEUE = 11;
    /** A large block fits its run. */
    public static final int LARGE = 12;
    /** The counted books are what a walk finds, and committed == live + retained + wasted. */
    public static final int STATS = 13;
    /** The locks could not be taken. */
    public static final int LOCKS = 14;

    /** A magazine holds no more than it may, each block once, all of its heap's and its class. */
    public static final int MAGAZINE = 15;
    /** Blocks are lost beyond those that a fork may lose. */
    public static final int LOST = 16;

    /** A program's heap is charged with what it and those below it hold, and lists all of it. */
    public static final int ACCOUNT = 17;

    private Violation() {}
}
