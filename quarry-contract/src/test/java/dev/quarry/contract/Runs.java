package dev.quarry.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random traces in which each thread does many steps in a row, by seed. Half of the runs are mixed;
 * in the others a thread frees a stretch of slots, whoever has filled them, then one, perhaps
 * another, fills it with blocks of one size and, perhaps, frees them again: so magazines run over,
 * run empty and change to bulk mode and back, and blocks are freed by others in hundreds.
 */
final class Runs {
    private static final int LONGEST = 400;

    private final SplittableRandom random;
    private final Traces.Mix mix;
    private final Traces traces;
    private final List<Op> ops;

    private Runs(SplittableRandom random, Traces.Mix mix, int count) {
        this.random = random;
        this.mix = mix;
        traces = new Traces(random, mix);
        ops = new ArrayList<>(count + 3 * LONGEST);
    }

    static List<Op> random(SplittableRandom random, Traces.Mix mix, int count) {
        Runs runs = new Runs(random, mix, count);
        while (runs.ops.size() < count) {
            runs.add();
        }
        return runs.ops.subList(0, count);
    }

    private void add() {
        int length = 1 + random.nextInt(LONGEST);
        if (random.nextBoolean()) {
            mixed(lane(), length);
        } else {
            int slot = random.nextInt(mix.slots());
            int lane = lane();
            stretch(Op.Kind.FREE, lane(), slot, length);
            stretch(Op.Kind.MALLOC, lane, slot, length);
            if (random.nextBoolean()) {
                stretch(Op.Kind.FREE, lane, slot, length);
            }
        }
    }

    private int lane() {
        return random.nextInt(mix.lanes());
    }

    private void mixed(int lane, int length) {
        for (int i = 0; i < length; i++) {
            ops.add(traces.any(lane));
        }
    }

    private void stretch(Op.Kind kind, int lane, int slot, int length) {
        long bytes = traces.bytes();
        for (int i = 0; i < length; i++) {
            ops.add(traces.mostly(kind, lane, (slot + i) % mix.slots(), bytes));
        }
    }
}
