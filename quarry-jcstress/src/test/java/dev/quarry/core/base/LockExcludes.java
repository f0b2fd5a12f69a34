package dev.quarry.core.base;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.stress.Lines;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Two threads add to a plain word under the lock; nothing is lost, and the lock is free after. */
@JCStressTest
@Outcome(id = "8, 0", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Both were inside, or the lock was left marked.")
@State
public class LockExcludes {
    private static final int TIMES = 4;

    private final long lock = Lines.take();
    private final long sum = lock + Long.BYTES;

    private void add() {
        for (int i = 0; i < TIMES; i++) {
            Lock.acquire(lock);
            Memory.putLong(sum, Memory.getLong(sum) + 1);
            Lock.release(lock);
        }
    }

    @Actor
    public void first() {
        add();
    }

    @Actor
    public void second() {
        add();
    }

    @Arbiter
    public void after(JJ_Result result) {
        result.r1 = Memory.getLong(sum);
        result.r2 = Memory.getLong(lock);
    }
}
