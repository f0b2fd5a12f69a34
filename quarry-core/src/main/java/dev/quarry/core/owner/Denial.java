package dev.quarry.core.owner;

import dev.quarry.core.base.Fault;

/** Why a program's heap does not do what it was asked for: then nothing has changed. */
public final class Denial {
    /** No open heap has the number, or a signal handler interrupted a call on that heap. */
    public static final int CLOSED = -Fault.KINDS - 1;

    /** A limit on the way up leaves no room. */
    public static final int LIMIT = -Fault.KINDS - 2;

    /** A limit is negative, or less than what is reserved; an alignment is no power of two. */
    public static final int INVALID = -Fault.KINDS - 3;

    private Denial() {}
}
