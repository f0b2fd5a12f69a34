package dev.quarry.bench.result;

/** The shares of calls whose latency a threaded run notes: so many took no longer. */
public enum LatencyShare {
    P50("p50_ns", 50, "50 %"),
    P90("p90_ns", 90, "90 %"),
    P99("p99_ns", 99, "99 %"),
    P999("p999_ns", 99.9, "99.9 %"),
    P9999("p9999_ns", 99.99, "99.99 %"),
    ALL("max_ns", 100, "all");

    private final String note;
    private final double percent;
    private final String shown;

    LatencyShare(String note, double percent, String shown) {
        this.note = note;
        this.percent = percent;
        this.shown = shown;
    }

    /** The name of the note that has the nanoseconds. */
    public String note() {
        return note;
    }

    public double percent() {
        return percent;
    }

    /** The share as readers see it. */
    public String shown() {
        return shown;
    }
}
