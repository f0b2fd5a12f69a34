package dev.quarry;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.base.Memory;
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
 * can use or an exception, and it never writes to what is somebody else's by then.
 */
@JCStressTest
@Outcome(id = {"0, 1", "42, 1"}, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Another's bytes, another exception, or an open arena.")
@State
public class ScopeEndsWhileAllocating {
    /** More than members share chunks for, so that a chunk has to be had. */
    private static final long BYTES = 40_000;

    private static final long MARK = 0x5151_5151_5151_5151L;

    private final QuarryArena arena = alone();

    /** A block that was taken when the scope had ended: perhaps what was the arena's chunk. */
    private long taken;

    /** An arena whose scope no other state's arena keeps alive. */
    private static QuarryArena alone() {
        Cohort.sealAll();
        return Quarry.sharedArena();
    }

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
        taken = Quarry.malloc(BYTES);
        for (long at = 0; at < BYTES; at += Long.BYTES) {
            Memory.putLong(taken + at, MARK);
        }
    }

    @Arbiter
    public void look(II_Result result) {
        result.r2 = arena.scope().isAlive() ? 0 : 1;
        for (long at = 0; at < BYTES; at += Long.BYTES) {
            result.r2 = Memory.getLong(taken + at) == MARK ? result.r2 : 2;
        }
        Quarry.free(taken);
    }
}
