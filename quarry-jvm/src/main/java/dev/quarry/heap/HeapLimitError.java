package dev.quarry.heap;

import dev.quarry.OutOfNativeMemoryError;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A request would exceed the limit of its heap, or of one that this is in, and no listener could
 * help. Nothing has changed. The message says it all in one line:
 *
 * <pre>
 * no native memory for 65536 bytes in app/cache: the limit of app is 8 MiB, and 7.9 MiB are used
 * by index 5 MiB, cache 2.9 MiB
 * </pre>
 *
 * <p>The figures are those of the moment when the request was given up.
 */
public final class HeapLimitError extends OutOfNativeMemoryError {
    private static final long serialVersionUID = 1;

    /** So many of the users are named in the message. */
    private static final int NAMED = 5;

    /** The heap of the request. */
    private final String heap;

    /** The heap whose limit it was. */
    private final String refusedBy;

    private final long limit;
    private final long used;

    /** Not sent along when the error is serialised. */
    private final transient List<HeapUse> users;

    HeapLimitError(String heap, long bytes, Heap refusing) {
        this(heap, bytes, refusing, refusing.used(), HeapUse.of(refusing));
    }

    private HeapLimitError(
            String heap, long bytes, Heap refusing, long used, List<HeapUse> users) {
        super(bytes, message(heap, bytes, refusing, used, users));
        this.heap = heap;
        this.refusedBy = refusing.path();
        this.limit = refusing.limit();
        this.used = used;
        this.users = List.copyOf(users);
    }

    private static String message(
            String heap, long bytes, Heap refusing, long used, List<HeapUse> users) {
        String names = users.stream()
                .limit(NAMED)
                .map(HeapUse::toString)
                .collect(Collectors.joining(", "));
        int more = users.size() - NAMED;
        return "no native memory for " + bytes + " bytes in " + heap
                + ": the limit of " + refusing.path() + " is " + Bytes.text(refusing.limit())
                + ", and " + Bytes.text(used) + " are used"
                + (users.isEmpty() ? "" : " by " + names)
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** The path of the heap that the request was made in. */
    public String heap() {
        return heap;
    }

    /** The path of the heap whose limit was met: the same, or one around it. */
    public String refusedBy() {
        return refusedBy;
    }

    /** The limit in bytes. */
    public long limit() {
        return limit;
    }

    /** Bytes of it that were used, reservations included. */
    public long used() {
        return used;
    }

    /** Who used them, the biggest first; empty after the error was serialised. */
    public List<HeapUse> users() {
        return users == null ? List.of() : users;
    }
}
