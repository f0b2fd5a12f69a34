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
import org.openjdk.jcstress.infra.results.ZJJ_Result;

/** An allocation beside the heap's close comes before it or is refused: nothing of it is left. */
@JCStressTest
@Outcome(id = "true, 0, 0", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Not closed, or a block is charged to a closed heap's parent.")
@State
public class HeapClosedWhileAllocating {
    private final long parent = ProgramHeap.open(0, Account.NO_LIMIT, 0);
    private final long child = ProgramHeap.open(parent, Account.NO_LIMIT, 0);

    @Actor
    public void allocates() {
        ProgramHeap.malloc(child, 100);
        ProgramHeap.malloc(child, 100_000);
    }

    @Actor
    public void closes(ZJJ_Result result) {
        result.r1 = ProgramHeap.close(child);
    }

    @Arbiter
    public void after(ZJJ_Result result) {
        result.r2 = HeapFigures.used(parent);
        result.r3 = HeapFigures.liveBlocks(parent);
        ProgramHeap.close(parent);
    }
}
