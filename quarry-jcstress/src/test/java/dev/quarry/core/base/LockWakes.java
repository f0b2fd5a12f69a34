package dev.quarry.core.base;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.stress.Lines;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** Who waits for a lock gets it when it is released, awake still or asleep already. */
@JCStressTest(Mode.Termination)
@Outcome(id = "TERMINATED", expect = ACCEPTABLE)
@Outcome(id = "STALE", expect = FORBIDDEN, desc = "The wake-up was lost.")
@State
public class LockWakes {
    /** No thread has this number. */
    private static final long NOBODY = 1L << 40;

    private final long lock = Lines.take();

    public LockWakes() {
        Memory.putLong(lock, NOBODY << 1);
    }

    @Actor
    public void waiter() {
        Lock.acquire(lock);
    }

    @Signal
    public void holder() {
        Lock.release(lock);
    }
}
