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

    public boolean failed() {
        return !failure.isEmpty();
    }

    public double opsPerCpuSecond() {
        return ops * 1e9 / Math.max(1, cpuNanos);
    }
}
