package dev.quarry.contract;

/**
 * One step of a trace, as plain data: it means something whatever the steps before it were, so that
 * any part of a trace is a trace.
 *
 * @param lane the thread that does it
 * @param slot which of the tester's places for a block it is about
 * @param bytes the size asked for
 * @param other an alignment, an offset or an address, by kind
 */
record Op(Kind kind, int lane, int slot, long bytes, long other) {
    enum Kind {
        /** The five ways to fill a slot; what it held before is freed first, but by REALLOC. */
        MALLOC,
        CALLOC,
        ALIGNED,
        REALLOC,
        FREE,
        /** Frees what the slot gave back last, unless it has been handed out again. */
        FREE_AGAIN,
        /** Resizes what the slot gave back last. */
        REALLOC_AGAIN,
        /** Frees an address inside the slot's block. */
        FREE_INSIDE,
        /** Frees any 64 bits. */
        FREE_WILD,
        TRIM,
        /** Ends the lane's thread; another takes its place. */
        END_LANE
    }

    boolean takesBytes() {
        return switch (kind) {
            case MALLOC, CALLOC, ALIGNED, REALLOC, REALLOC_AGAIN -> true;
            default -> false;
        };
    }

    Op withBytes(long newBytes) {
        return new Op(kind, lane, slot, newBytes, other);
    }

    Op withLane(int newLane) {
        return new Op(kind, newLane, slot, bytes, other);
    }

    @Override
    public String toString() {
        String size = takesBytes() ? ", " + bytes + " B" : "";
        String more =
                switch (kind) {
                    case ALIGNED, FREE_INSIDE, FREE_WILD -> ", 0x" + Long.toHexString(other);
                    default -> "";
                };
        return kind + "(lane " + lane + ", slot " + slot + size + more + ")";
    }
}
