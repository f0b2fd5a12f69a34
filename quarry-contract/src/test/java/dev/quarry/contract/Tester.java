package dev.quarry.contract;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Plays a trace; when it fails, finds the least part of it that does and says all about it. */
final class Tester {
    private static final int PRINTED_STEPS = 60;

    /** Full checks while a part is tried: enough to see what shows in the structures only. */
    private static final int CHECKS = 50;

    private final Function<Life, Model> model;
    private final Traces.Mix mix;

    /** A tester that keeps its books in such a model. */
    Tester(Function<Life, Model> model, Traces.Mix mix) {
        this.model = model;
        this.mix = mix;
    }

    Census run(Life life, List<Op> ops, int checkEvery) {
        try {
            return Player.play(model, life, mix, ops, checkEvery);
        } catch (Player.Failure failure) {
            // Said at once: what is broken may not survive the shrinking.
            System.out.println(life + " failed at step " + failure.step + ": "
                    + failure.getMessage());
            List<Op> head = ops.subList(0, failure.step + 1);
            throw explained(life, failure, least(() -> life, head), head.size());
        }
    }

    /** The least part of a trace that still fails, each try on what {@code lives} gives. */
    List<Op> least(Supplier<Life> lives, List<Op> ops) {
        return Shrinker.shrink(ops, part -> fails(lives.get(), part));
    }

    private boolean fails(Life life, List<Op> ops) {
        try {
            Player.play(model, life, mix, ops, Math.max(ops.size() / CHECKS, 1));
            return false;
        } catch (Player.Failure e) {
            return true;
        }
    }

    private static AssertionError explained(
            Life life, Player.Failure failure, List<Op> least, int steps) {
        StringBuilder text = new StringBuilder();
        text.append(life).append(", step ").append(failure.step).append(": ");
        text.append(failure.getMessage()).append("\nshrunk from ").append(steps);
        text.append(" steps to ").append(least.size()).append(":\n");
        for (Op op : least.subList(0, Math.min(PRINTED_STEPS, least.size()))) {
            text.append("  ").append(op).append('\n');
        }
        if (least.size() == steps) {
            text.append("  (no part of it failed by itself: run it in a fresh process)\n");
        }
        return new AssertionError(text.toString(), failure);
    }
}
