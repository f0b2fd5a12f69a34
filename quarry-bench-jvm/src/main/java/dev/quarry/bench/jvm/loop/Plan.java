package dev.quarry.bench.jvm.loop;

/**
 * Which of the live blocks are replaced, and by what sizes: drawn before the clock starts, since
 * drawing would cost as much as a good allocator. The same for every allocator.
 */
final class Plan {
    static final int LIVE = 256;
    static final int REPLACEMENTS = 1024;
    static final int BULK = 1024;
    static final int LEAST_BYTES = 16;
    static final int MOST_BYTES = 1024;

    private static final long SEED = 0xCAFE;

    final short[] places = new short[REPLACEMENTS];
    final short[] sizes = new short[REPLACEMENTS];

    private long random = SEED;

    Plan() {
        for (int i = 0; i < REPLACEMENTS; i++) {
            places[i] = (short) below(LIVE);
            sizes[i] = (short) (LEAST_BYTES + below(MOST_BYTES - LEAST_BYTES + 1));
        }
    }

    private int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    /** Marsaglia's xorshift64. */
    private long next() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return random;
    }
}
