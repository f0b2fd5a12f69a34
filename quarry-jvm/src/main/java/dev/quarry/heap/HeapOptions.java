package dev.quarry.heap;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a heap is to be: {@code HeapOptions.named("cache").withLimit(64 << 20)}.
 *
 * @param name what it is called among the heaps of its parent, in errors and statistics; not
 *     blank and without slashes. Two heaps may have one name
 * @param limit bytes that it may use, with those of the heaps within it; {@link #NO_LIMIT} leaves
 *     that to its parent
 * @param reservation bytes, at most the limit, that its parent keeps for it: they count as used
 *     there from the beginning, so that no other heap can take them
 * @param parent the heap in which it is, or null
 */
public record HeapOptions(String name, long limit, long reservation, @Nullable Heap parent) {
    /** The limit of a heap without one. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** What cannot be is an {@link IllegalArgumentException}. */
    public HeapOptions {
        if (name.isBlank() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("not a name for a heap: \"" + name + '"');
        }
        if (limit < 0) {
            throw new IllegalArgumentException("negative limit: " + limit);
        }
        if (reservation < 0 || reservation > limit) {
            throw new IllegalArgumentException(
                    "a reservation of " + reservation + " bytes with a limit of " + limit);
        }
        if (reservation > 0 && parent == null) {
            throw new IllegalArgumentException("a reservation needs a parent that keeps it");
        }
    }

    /** A heap without limit, reservation and parent. */
    public static HeapOptions named(String name) {
        return new HeapOptions(name, NO_LIMIT, 0, null);
    }

    /** The same with another limit, in bytes. */
    public HeapOptions withLimit(long bytes) {
        return new HeapOptions(name, bytes, reservation, parent);
    }

    /** The same within a heap. */
    public HeapOptions within(Heap heap) {
        return new HeapOptions(name, limit, reservation, Objects.requireNonNull(heap));
    }

    /** The same with a reservation, in bytes; say first in which heap and up to which limit. */
    public HeapOptions withReservation(long bytes) {
        return new HeapOptions(name, limit, bytes, parent);
    }
}
