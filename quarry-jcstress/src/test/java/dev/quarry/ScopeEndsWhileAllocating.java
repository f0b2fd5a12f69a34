package dev.quarry;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One thread allocates while another closes the arena and ends its scope: it gets a segment that it
 * can use or an exception, and whatever chunk it took is given back with the others.
 */
@JCStressTest
@Outcome(id = {"0, 1", "42, 1"}, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Another's bytes, another exception, or an open arena.")
@State
public class ScopeEndsWhileAllocating {
    private final QuarryArena arena = Quarry.sharedArena();

    /** More than members share chunks for, so that a chunk has to be had. */
    private static final long BYTES = 40_000;

    @Actor
    public void allocating(II_Result result) {
        try {
            MemorySegment segment = arena.allocate(BYTES);
            segment.set(ValueLayout.JAVA_BYTE, BYTES - 1, (byte) 42);
            result.r1 = segment.get(ValueLayout.JAVA_BYTE, BYTES - 1);
        } catch (IllegalStateException e) {
            result.r1 = 0;
        }
    }

    @Actor
    public void closing() {
        arena.close();
        Cohort.sealAll();
    }

    @Arbiter
    public void look(II_Result result) {
        result.r2 = arena.scope().isAlive() ? 0 : 1;
    }
}
