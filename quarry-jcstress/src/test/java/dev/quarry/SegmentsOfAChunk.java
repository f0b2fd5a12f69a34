package dev.quarry;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Two threads that allocate in one shared arena get bytes of their own. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "The segments overlap.")
@State
public class SegmentsOfAChunk {
    private final QuarryArena arena = Quarry.sharedArena();
    private MemorySegment one;
    private MemorySegment other;

    @Actor
    public void first() {
        one = arena.allocateUninitialized(24, 8);
    }

    @Actor
    public void second() {
        other = arena.allocateUninitialized(40, 32);
    }

    @Arbiter
    public void compare(Z_Result result) {
        result.r1 = one.asOverlappingSlice(other).isEmpty();
        arena.close();
    }
}
