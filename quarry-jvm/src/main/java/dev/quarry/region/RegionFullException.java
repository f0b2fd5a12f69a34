package dev.quarry.region;

/** A region of fixed capacity has no room for a request. Nothing has changed. */
public final class RegionFullException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The bytes asked for. */
    private final long bytes;

    RegionFullException(long bytes, String state) {
        super("no room for " + bytes + " bytes: " + state);
        this.bytes = bytes;
    }

    /** The bytes asked for. */
    public long bytes() {
        return bytes;
    }
}
