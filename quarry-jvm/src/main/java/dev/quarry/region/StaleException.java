package dev.quarry.region;

/**
 * A mark or a handle is not good any more, or never was one of this region. Nothing has changed.
 */
public final class StaleException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    StaleException(String what, long value) {
        super(what + " 0x" + Long.toHexString(value) + " is stale or not of this region");
    }
}
