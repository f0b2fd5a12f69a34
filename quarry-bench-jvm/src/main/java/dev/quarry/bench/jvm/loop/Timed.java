package dev.quarry.bench.jvm.loop;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A loop whose own thread tells how much CPU time each iteration took. */
public abstract class Timed {
    private long began;

    /** Read last before the loop begins. */
    @Setup(Level.Iteration)
    public void startClock() {
        began = CpuProfiler.now();
    }

    /** Read first when the loop has ended. */
    @TearDown(Level.Iteration)
    public void stopClock() {
        CpuProfiler.record(CpuProfiler.now() - began);
    }
}
