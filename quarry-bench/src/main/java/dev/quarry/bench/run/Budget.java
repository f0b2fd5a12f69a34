package dev.quarry.bench.run;

import java.time.Duration;

/**
 * Shares the time that is left among the rows that are left, by their weight. A row begins
 * another round only when the round would end within its share, unless it has had its least.
 */
public final class Budget {
    private final long deadline;
    private double weightLeft;
    private long rowBegan;
    private long rowShare;

    public Budget(Duration time, double weight) {
        this.deadline = System.nanoTime() + time.toNanos();
        this.weightLeft = weight;
    }

    public void beginRow(double weight) {
        rowBegan = System.nanoTime();
        long left = Math.max(0, deadline - rowBegan);
        rowShare = (long) (left * weight / Math.max(weight, weightLeft));
        weightLeft -= weight;
    }

    /** Whether the row may begin another round after so many. */
    public boolean allowsRound(int done, int least) {
        if (done < least) {
            return true;
        }
        long spent = System.nanoTime() - rowBegan;
        return spent + spent / done <= rowShare;
    }
}
