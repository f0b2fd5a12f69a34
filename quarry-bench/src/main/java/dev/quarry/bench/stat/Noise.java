package dev.quarry.bench.stat;

import java.util.ArrayList;
import java.util.List;

/**
 * How far apart two columns of one and the same allocator lie: what is closer is no difference.
 *
 * The A/A ratio of a round compares two runs that were neighbours in time. The noise of a row is
 * the larger of the distance between the two columns' medians and the spread of that ratio
 * between its quartiles; the latter is about three standard errors of a ratio of medians over
 * nine rounds. Never less than half a percent: clocks and page counts have grains too. Fewer than
 * three rounds have no spread to speak of; there only differences above a twentieth count.
 */
public final class Noise {
    public static final double FLOOR = 0.005;
    static final double FLOOR_OF_FEW = 0.05;
    private static final int FEW = 3;

    private Noise() {
    }

    /** As a share: 0.02 means that ratios within 1/1.02 and 1.02 are a tie. */
    public static double of(List<Double> first, List<Double> second) {
        int rounds = Math.min(first.size(), second.size());
        if (rounds == 0) {
            return Double.POSITIVE_INFINITY;
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            ratios.add(ratio(first.get(i), second.get(i)));
        }
        double spread = Numbers.quantile(ratios, 0.75) - Numbers.quantile(ratios, 0.25);
        double medians = ratio(Numbers.median(first), Numbers.median(second));
        double distance = Math.max(medians, 1 / medians) - 1;
        double floor = rounds < FEW ? FLOOR_OF_FEW : FLOOR;
        return Math.max(floor, Math.max(spread, distance));
    }

    private static double ratio(double a, double b) {
        double floor = 1e-9;
        return Math.max(a, floor) / Math.max(b, floor);
    }
}
