package dev.quarry.heap;

/**
 * A share of a heap's limit that is worth knowing of when its use gets there.
 *
 * @param percent of the limit, 1 to 100
 * @param againBelow of the limit, at most {@code percent}: once told, it is told again only when
 *     the use was below this in between
 */
public record Threshold(int percent, int againBelow) {
    private static final int USUAL_DISTANCE = 10;

    /** What cannot be is an {@link IllegalArgumentException}. */
    public Threshold {
        if (percent < 1 || percent > 100 || againBelow < 1 || againBelow > percent) {
            throw new IllegalArgumentException(
                    "a threshold of " + percent + " %, again below " + againBelow + " %");
        }
    }

    /** A threshold that is told again when the use has fallen by ten hundredths of the limit. */
    public static Threshold of(int percent) {
        return new Threshold(percent, Math.max(1, percent - USUAL_DISTANCE));
    }
}
