package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.heaps.HeapFigures;
import dev.quarry.core.heaps.ProgramHeap;
import dev.quarry.core.span.Account;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZJ_Result;

/** Two heaps below one whose limit has room for one block: one of them gets it, never both. */
@JCStressTest
@Outcome(id = {"true, false, 1", "false, true, 1"}, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Beyond the limit, or nobody got what there was.")
@State
public class LimitSharedByTwo {
    private static final long UNIT = 64 << 10;

    private final long root = ProgramHeap.open(0, UNIT, 0);
    private final long one = ProgramHeap.open(root, Account.NO_LIMIT, 0);
    private final long two = ProgramHeap.open(root, Account.NO_LIMIT, 0);

    @Actor
    public void first(ZZJ_Result result) {
        result.r1 = ProgramHeap.malloc(one, UNIT) > 0;
    }

    @Actor
    public void second(ZZJ_Result result) {
        result.r2 = ProgramHeap.malloc(two, UNIT) > 0;
    }

    @Arbiter
    public void after(ZZJ_Result result) {
        result.r3 = HeapFigures.most(root) / UNIT;
        ProgramHeap.close(root);
    }
}
