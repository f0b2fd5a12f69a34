package dev.quarry;

/** An address was given to Quarry that it must not act on. Nothing has changed. */
public final class MisuseException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** What is wrong. */
    private final Misuse misuse;

    /** The address given. */
    private final long address;

    /** For Quarry's own packages. */
    public MisuseException(Misuse misuse, long address) {
        super("0x" + Long.toHexString(address) + ": " + misuse.reason());
        this.misuse = misuse;
        this.address = address;
    }

    /** What is wrong. */
    public Misuse misuse() {
        return misuse;
    }

    /** The address given. */
    public long address() {
        return address;
    }
}
