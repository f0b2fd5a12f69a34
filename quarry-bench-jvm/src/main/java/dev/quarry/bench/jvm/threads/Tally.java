package dev.quarry.bench.jvm.threads;

import org.HdrHistogram.Histogram;

/**
 * The calls of one thread: counted, and one in 64 of them timed. The clock's own cost, some 20 ns,
 * is in those times.
 */
final class Tally {
    private static final int SAMPLED = 64;

    private final Histogram latencies;
    private int calls;
    private long frees;

    /** The histogram is one that threads may share. */
    Tally(Histogram latencies) {
        this.latencies = latencies;
    }

    void allocate(Slots slots, int slot, int bytes) {
        if (isSampled()) {
            long began = System.nanoTime();
            slots.allocate(slot, bytes);
            record(began);
        } else {
            slots.allocate(slot, bytes);
        }
    }

    void free(Slots slots, int slot) {
        frees++;
        if (isSampled()) {
            long began = System.nanoTime();
            slots.free(slot);
            record(began);
        } else {
            slots.free(slot);
        }
    }

    void freeAll(Slots slots) {
        for (int i = 0; i < slots.count(); i++) {
            free(slots, i);
        }
    }

    /** An odd step, so that allocations and frees in turn are timed alike. */
    private boolean isSampled() {
        calls = calls == SAMPLED ? 0 : calls + 1;
        return calls == 0;
    }

    private void record(long began) {
        latencies.recordValue(Math.min(System.nanoTime() - began,
                latencies.getHighestTrackableValue()));
    }

    /** Operations: blocks whose life has ended. */
    long ops() {
        return frees;
    }
}
