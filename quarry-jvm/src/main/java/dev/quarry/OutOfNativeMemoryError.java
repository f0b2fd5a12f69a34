package dev.quarry;

/**
 * A request for native memory cannot be met: the system has no more, or the request exceeds the
 * address space. Nothing has changed.
 *
 * @see dev.quarry.heap.HeapLimitError
 */
public class OutOfNativeMemoryError extends OutOfMemoryError {
    private static final long serialVersionUID = 1;

    /** The bytes asked for. */
    private final long bytes;

    /** For Quarry's own packages. */
    public OutOfNativeMemoryError(long bytes) {
        this(bytes, "no native memory for " + bytes + " bytes");
    }

    /** For Quarry's own packages. */
    protected OutOfNativeMemoryError(long bytes, String message) {
        super(message);
        this.bytes = bytes;
    }

    /** The bytes asked for; 2^63 - 1 when count times size is more than that. */
    public final long bytes() {
        return bytes;
    }
}
