package dev.quarry.bench.stat;

import java.util.List;

/** Order statistics. */
public final class Numbers {

    private Numbers() {
    }

    public static double median(List<Double> values) {
        return quantile(values, 0.5);
    }

    /** Linear between neighbours. */
    public static double quantile(List<Double> values, double share) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        List<Double> sorted = values.stream().sorted().toList();
        double at = share * (sorted.size() - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }

    public static double geometricMean(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(0));
    }
}
