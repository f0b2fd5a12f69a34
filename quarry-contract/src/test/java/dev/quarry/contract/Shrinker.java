package dev.quarry.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a failing trace small: leaves out ever smaller chunks of it, then makes what is left plain,
 * as long as it still fails. Source: A. Zeller and R. Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input", 2002.
 */
final class Shrinker {
    private final Predicate<List<Op>> fails;

    private Shrinker(Predicate<List<Op>> fails) {
        this.fails = fails;
    }

    static List<Op> shrink(List<Op> ops, Predicate<List<Op>> fails) {
        Shrinker shrinker = new Shrinker(fails);
        return shrinker.plain(shrinker.fewer(ops));
    }

    private List<Op> fewer(List<Op> ops) {
        List<Op> least = ops;
        for (int chunk = (ops.size() + 1) / 2; chunk > 0; ) {
            List<Op> less = without(least, chunk);
            boolean helped = less.size() < least.size();
            least = less;
            chunk = helped ? Math.min(chunk, least.size()) : chunk / 2;
        }
        return least;
    }

    /** One pass over all chunks of one size, each left out if the rest still fails. */
    private List<Op> without(List<Op> ops, int chunk) {
        List<Op> least = ops;
        for (int start = 0; start < least.size(); ) {
            List<Op> less = new ArrayList<>(least.subList(0, start));
            less.addAll(least.subList(Math.min(start + chunk, least.size()), least.size()));
            if (fails.test(less)) {
                least = less;
            } else {
                start += chunk;
            }
        }
        return least;
    }

    private List<Op> plain(List<Op> ops) {
        List<Op> plain = new ArrayList<>(ops);
        for (int i = 0; i < plain.size(); i++) {
            tryInPlace(plain, i, plain.get(i).withLane(0));
            while (plain.get(i).bytes() > 1
                    && tryInPlace(plain, i, plain.get(i).withBytes(plain.get(i).bytes() / 2))) {
                // Halving again.
            }
        }
        return plain;
    }

    private boolean tryInPlace(List<Op> ops, int index, Op simpler) {
        Op old = ops.set(index, simpler);
        if (old.equals(simpler) || fails.test(ops)) {
            return true;
        }
        ops.set(index, old);
        return false;
    }
}
