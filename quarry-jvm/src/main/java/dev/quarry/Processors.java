package dev.quarry;

/** How many threads run at once, for tables that spread them. */
final class Processors {
    private Processors() {}

    /** The processors this JVM may use, rounded up to a power of two. */
    static int roundedUp() {
        return Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1);
    }
}
