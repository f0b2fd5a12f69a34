package dev.quarry.core.span;

import org.jspecify.annotations.Nullable;

/**
 * A list of spans through their own links. Invariant: first.previous == null, and for each span
 * with a next, next.previous is the span; count spans can be walked. Guarded by the heap's lock.
 */
public final class SpanList {
    /** The span pushed last; null when the list is empty. */
    public @Nullable Span first;

    public int count;

    public void push(Span span) {
        span.previous = null;
        span.next = first;
        if (first != null) {
            first.previous = span;
        }
        first = span;
        count++;
    }

    /** Takes out the span pushed last; null when there is none. */
    public @Nullable Span pop() {
        Span span = first;
        if (span != null) {
            remove(span);
        }
        return span;
    }

    /** Takes out a span of this list. */
    public void remove(Span span) {
        if (span.previous == null) {
            first = span.next;
        } else {
            span.previous.next = span.next;
        }
        if (span.next != null) {
            span.next.previous = span.previous;
        }
        span.next = null;
        span.previous = null;
        count--;
    }
}
