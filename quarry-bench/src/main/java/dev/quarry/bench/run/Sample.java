package dev.quarry.bench.run;

import java.util.Map;

/**
 * What one run of one program showed.
 *
 * @param ops         operations in the timed part; 0 for programs that do not say
 * @param cpuNanos    CPU time of the timed part, or of the whole process
 * @param wallNanos   the same, by the clock on the wall
 * @param processCpuMicros user and system time of the whole process
 * @param peakKb      peak resident memory
 * @param notes       further figures the workload printed
 * @param failure     empty, or how the run failed
 */
public record Sample(String peer, int round, long ops, long cpuNanos, long wallNanos,
        long processCpuMicros, long peakKb, long minorFaults, Map<String, Long> notes,
        String failure) {
    /** The note that holds the figure a job looks for, in thousandths. */
    static final String PRINTED = "printed_milli";

    public boolean failed() {
        return !failure.isEmpty();
    }

    /** The figure that its job looked for in its output; 0 without one. */
    public double printed() {
        return notes.getOrDefault(PRINTED, 0L) / 1e3;
    }

    public double opsPerCpuSecond() {
        return ops * 1e9 / Math.max(1, cpuNanos);
    }
}
