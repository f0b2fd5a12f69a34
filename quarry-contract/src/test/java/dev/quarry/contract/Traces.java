package dev.quarry.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random traces, by seed. */
final class Traces {
    /**
     * What a trace is made of.
     *
     * @param slots how many blocks are out at most
     * @param maxBytes the largest size
     * @param lanes how many threads take part; most steps are the first one's
     * @param wrongPerMille how many of a thousand steps are wrong use
     */
    record Mix(int slots, long maxBytes, int lanes, int wrongPerMille) {}

    private static final int RARE_PER_MILLION = 500;
    private static final int OTHER_LANES_PERCENT = 20;
    private static final int LARGEST_ALIGNMENT_SHIFT = 13;

    private final SplittableRandom random;
    private final Mix mix;

    Traces(SplittableRandom random, Mix mix) {
        this.random = random;
        this.mix = mix;
    }

    static List<Op> random(SplittableRandom random, Mix mix, int count) {
        Traces traces = new Traces(random, mix);
        List<Op> ops = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ops.add(traces.next());
        }
        return ops;
    }

    private Op next() {
        int lane = 0;
        if (mix.lanes > 1 && random.nextInt(100) < OTHER_LANES_PERCENT) {
            lane = 1 + random.nextInt(mix.lanes - 1);
        }
        return any(lane);
    }

    /** A step of any kind by a lane. */
    Op any(int lane) {
        return op(kind(), lane, random.nextInt(mix.slots), bytes());
    }

    /** A step as given, but every so often wrong use instead. */
    Op mostly(Op.Kind kind, int lane, int slot, long bytes) {
        return op(isWrong() ? wrongKind() : kind, lane, slot, bytes);
    }

    private Op op(Op.Kind kind, int lane, int slot, long bytes) {
        return new Op(kind, lane, slot, bytes, other(kind));
    }

    private boolean isWrong() {
        return random.nextInt(1000) < mix.wrongPerMille;
    }

    private Op.Kind wrongKind() {
        return switch (random.nextInt(6)) {
            case 0 -> Op.Kind.FREE_WILD;
            case 1 -> Op.Kind.FREE_INSIDE;
            case 2 -> Op.Kind.REALLOC_AGAIN;
            default -> Op.Kind.FREE_AGAIN;
        };
    }

    private Op.Kind kind() {
        if (random.nextInt(1_000_000) < RARE_PER_MILLION) {
            return random.nextBoolean() ? Op.Kind.TRIM : Op.Kind.END_LANE;
        }
        if (isWrong()) {
            return wrongKind();
        }
        int percent = random.nextInt(100);
        if (percent < 40) {
            return Op.Kind.FREE;
        }
        if (percent < 75) {
            return Op.Kind.MALLOC;
        }
        return percent < 83
                ? Op.Kind.CALLOC
                : percent < 94 ? Op.Kind.REALLOC : Op.Kind.ALIGNED;
    }

    /** Mostly small, some up to a page, to the largest class, to the largest size; seldom 0. */
    long bytes() {
        int percent = random.nextInt(100);
        long bound =
                percent < 60 ? 256 : percent < 85 ? 4096 : percent < 98 ? 40 << 10 : mix.maxBytes;
        return percent == 0 ? 0 : 1 + random.nextLong(Math.min(bound, mix.maxBytes));
    }

    private long other(Op.Kind kind) {
        return kind == Op.Kind.ALIGNED
                ? 1L << random.nextInt(LARGEST_ALIGNMENT_SHIFT + 1)
                : random.nextLong() >>> random.nextInt(Long.SIZE);
    }
}
