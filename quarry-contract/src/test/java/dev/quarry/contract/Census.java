package dev.quarry.contract;

import java.util.Arrays;

/** How many blocks users hold, by size class; the last count is that of the large blocks. */
record Census(long[] blocks) {
    static final int CLASSES = 40;

    /** What was allocated and not freed since an earlier census. */
    Census since(Census earlier) {
        long[] delta = new long[blocks.length];
        Arrays.setAll(delta, i -> blocks[i] - earlier.blocks[i]);
        return new Census(delta);
    }

    long count() {
        return Arrays.stream(blocks).sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Census that && Arrays.equals(blocks, that.blocks);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(blocks);
    }

    @Override
    public String toString() {
        return Arrays.toString(blocks);
    }
}
