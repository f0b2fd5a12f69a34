package dev.quarry.core.base;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.stress.Lines;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Of two threads that try a free lock one gets it. */
@JCStressTest
@Outcome(id = {"true, false", "false, true"}, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN)
@State
public class LockTried {
    private final long lock = Lines.take();

    @Actor
    public void first(ZZ_Result result) {
        result.r1 = Lock.tryAcquire(lock);
    }

    @Actor
    public void second(ZZ_Result result) {
        result.r2 = Lock.tryAcquire(lock);
    }
}
