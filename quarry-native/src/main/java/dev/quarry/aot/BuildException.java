package dev.quarry.aot;

/** The ahead-of-time build cannot go on; the message says what to do. */
public final class BuildException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BuildException(String message) {
        super(message);
    }
}
