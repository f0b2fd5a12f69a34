package dev.quarry.contract;

/**
 * Fills and frees by two threads, over and over, in a process of its own, and then nothing must be
 * left. No invariant is looked at: what {@link Drained} sees, it sees alone.
 */
final class DrainingRun {
    private static final int ROUNDS = 20;
    private static final int BLOCKS = 2000;

    private DrainingRun() {}

    public static void main(String[] arguments) {
        Life life = new JvmLife();
        Drained atStart = Drained.now(life);
        long[] blocks = new long[BLOCKS];
        try (Lane other = new Lane()) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < BLOCKS; i++) {
                    blocks[i] = life.malloc(16L << (i + round) % 11);
                }
                other.run(() -> free(life, blocks, 0));
                free(life, blocks, 1);
            }
        }
        atStart.check();
    }

    /** Every second block, so that both free in the same spans. */
    private static void free(Life life, long[] blocks, int first) {
        for (int i = first; i < blocks.length; i += 2) {
            life.free(blocks[i]);
        }
    }
}
