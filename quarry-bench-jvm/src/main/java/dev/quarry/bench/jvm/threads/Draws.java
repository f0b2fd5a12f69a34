package dev.quarry.bench.jvm.threads;

import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/** Random numbers drawn before the clock starts, taken in turn. For one thread at a time. */
final class Draws {
    private static final int COUNT = 16384;
    private static final int LARGE_SHIFT = 15;
    private static final int SMALLEST_SHIFT = 3;
    private static final int LEAST_SHIFT = 4;
    private static final int OCTAVES = 8;

    private final short[] drawn = new short[COUNT];
    private int at;

    private Draws(long seed, ToIntFunction<SplittableRandom> draw) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < COUNT; i++) {
            drawn[i] = (short) draw.applyAsInt(random);
        }
    }

    static Draws places(long seed, int count) {
        return new Draws(seed, random -> random.nextInt(count));
    }

    static Draws even(long seed, int least, int most) {
        return new Draws(seed, random -> random.nextInt(least, most + 1));
    }

    /** 8 B to 4 KiB, each size half as likely as the one below; one in 1024 has 32 KiB less 1. */
    static Draws skewed(long seed) {
        return new Draws(seed, random -> random.nextInt(1024) == 0 ? (1 << LARGE_SHIFT) - 1
                : 1 << SMALLEST_SHIFT + Integer.numberOfTrailingZeros(random.nextInt() | 1 << 9));
    }

    /** 16 B to 4 KiB less 1, every octave as likely as the others. */
    static Draws octaves(long seed) {
        return new Draws(seed, random -> {
            int least = 1 << LEAST_SHIFT + random.nextInt(OCTAVES);
            return least + random.nextInt(least);
        });
    }

    int next() {
        at = (at + 1) & (COUNT - 1);
        return drawn[at];
    }
}
