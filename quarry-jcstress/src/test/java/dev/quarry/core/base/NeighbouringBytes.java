package dev.quarry.core.base;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.stress.Lines;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * The states of neighbouring blocks do not disturb each other: a sender changes its block's byte by
 * compare-and-set, of four bytes on HotSpot, while the owner stores plainly into those beside it.
 */
@JCStressTest
@Outcome(id = "3, 42, 5, 1", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "A byte was overwritten.")
@State
public class NeighbouringBytes {
    private static final int USER = 7;
    private static final int PENDING = 42;

    private final long states = Lines.take();

    public NeighbouringBytes() {
        Memory.putByte(states + 1, USER);
    }

    @Actor
    public void sender(IIII_Result result) {
        result.r4 = Memory.casByte(states + 1, USER, PENDING) ? 1 : 0;
    }

    @Actor
    public void owner() {
        Memory.putByte(states, 3);
        Memory.putByte(states + 2, 5);
    }

    @Arbiter
    public void after(IIII_Result result) {
        result.r1 = Memory.getByte(states);
        result.r2 = Memory.getByte(states + 1);
        result.r3 = Memory.getByte(states + 2);
    }
}
