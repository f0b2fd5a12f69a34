package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.base.Fault;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads free one large block: one of them does, the other is refused.
 */
@JCStressTest
@Outcome(id = {"0, 1", "1, 0"}, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Freed by both or by nobody.")
@State
public class LargeBlockFreedTwice {
    private static final int BYTES = 100_000;

    private final Stage stage = Stage.open();
    private final long large = Malloc.malloc(BYTES, stage.owner);

    @Actor
    public void first(II_Result result) {
        result.r1 = Free.free(large, stage.first) == Fault.NONE ? 0 : 1;
    }

    @Actor
    public void second(II_Result result) {
        result.r2 = Free.free(large, stage.second) == Fault.NONE ? 0 : 1;
    }

    @Arbiter
    public void after(II_Result result) {
        stage.close(stage.block, stage.neighbour, stage.stranger);
    }
}
