package dev.quarry.core.span;

import dev.quarry.core.base.Os;

/**
 * The process's secret. The link in a free block is the next block's address mixed with it and with
 * the block's own address; the multiplication carries a change of any byte into the bits above, so
 * that overwritten memory decodes to an address outside the span.
 */
public final class Salt {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    /** SPREAD * GATHER == 1 modulo 2^64. */
    private static final long GATHER = 0xF1DE83E19937733DL;

    private static long salt;

    private Salt() {}

    /** Draws the secret. */
    public static void init() {
        salt = Os.entropy();
    }

    /** The word that stands for {@code link} in {@code block}. */
    public static long encode(long block, long link) {
        return (link ^ salt ^ block) * SPREAD;
    }

    /** The link that {@code word} in {@code block} stands for. */
    public static long decode(long block, long word) {
        return word * GATHER ^ salt ^ block;
    }
}
