package dev.quarry.bench.workload;

import dev.quarry.bench.run.Sample;
import java.util.function.ToDoubleFunction;

/** A figure taken from a sample, with its unit and which way is better. */
public record Metric(String name, String unit, Better better, ToDoubleFunction<Sample> of) {

    /** Which way is better. */
    public enum Better { HIGHER, LOWER }

    public static final Metric RATE = new Metric("rate", "Mop/CPU s", Better.HIGHER,
            sample -> sample.opsPerCpuSecond() / 1e6);
    public static final Metric CPU = new Metric("cpu", "CPU s", Better.LOWER,
            sample -> sample.cpuNanos() / 1e9);
    public static final Metric PROCESS_CPU = new Metric("process-cpu", "CPU ms", Better.LOWER,
            sample -> sample.processCpuMicros() / 1e3);
    public static final Metric WALL = new Metric("wall", "s", Better.LOWER,
            sample -> sample.wallNanos() / 1e9);
    public static final Metric PEAK = new Metric("peak", "MB", Better.LOWER,
            sample -> sample.peakKb() / 1024.0);
    public static final Metric FAULTS = new Metric("faults", "faults", Better.LOWER,
            Sample::minorFaults);

    /** Resident memory a workload printed under the given name, in KiB. */
    public static Metric resident(String note) {
        return new Metric(note.replace("_kb", ""), "MB", Better.LOWER,
                sample -> sample.notes().getOrDefault(note, 0L) / 1024.0);
    }

    /** A share of a thousand that should be high. */
    public static Metric permille(String note) {
        return new Metric(note.replace("_permille", ""), "%", Better.HIGHER,
                sample -> sample.notes().getOrDefault(note, 0L) / 10.0);
    }

    /** A time the workload printed, in nanoseconds. */
    public static Metric time(String note) {
        return new Metric(note.replace("_ns", ""), "CPU s", Better.LOWER,
                sample -> sample.notes().getOrDefault(note, 0L) / 1e9);
    }

    /** Operations per CPU second, from what a program of others prints. */
    public static Metric printed(ToDoubleFunction<Sample> operationsPerCpuSecond) {
        return new Metric("printed", RATE.unit(), Better.HIGHER,
                sample -> operationsPerCpuSecond.applyAsDouble(sample) / 1e6);
    }

    /** How many times better one value is than another; above 1 is better. */
    public double advantage(double ours, double theirs) {
        double floor = 1e-9;
        return better == Better.HIGHER ? Math.max(ours, floor) / Math.max(theirs, floor)
                : Math.max(theirs, floor) / Math.max(ours, floor);
    }
}
