package dev.quarry.core.owner;

import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanList;

/**
 * A heap's spans of one size class. A span of the heap is current, available (blocks can be taken),
 * retired (empty, kept for reuse) or full (in no list until a block of it is freed).
 */
public final class Bin {
    /** Blocks are taken from here; the empty description at first. Never null. */
    @SuppressWarnings("NullAway.Init") // Set when the heap is made.
    public Span current;

    @SuppressWarnings("NullAway.Init") // Likewise.
    public SpanList available;

    @SuppressWarnings("NullAway.Init") // Likewise.
    public SpanList retired;

    /** Spans of the class, wherever they are. */
    public long spanCount;

    /** Blocks out of them, for a user or a magazine. */
    public long outCount;

    /** Blocks out of them, as whoever checks has counted them. */
    public long seenCount;

    /** Blocks that other threads freed and nobody took up yet, as the last to look counted them. */
    public long waitingCount;
}
