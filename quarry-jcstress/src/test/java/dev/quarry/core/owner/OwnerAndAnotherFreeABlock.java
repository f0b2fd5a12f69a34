package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.api.Free;
import dev.quarry.core.base.Fault;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * The owner and another thread free one block: of the two frees one is a fault, seen at once or
 * when the owner takes up, and the block comes back once.
 */
@JCStressTest
@Outcome(id = {"0, 1, 0, 1", "1, 0, 0, 1"}, expect = ACCEPTABLE)
@Outcome(id = "0, 0, 1, 1", expect = ACCEPTABLE, desc = "The CAS fell into the owner's free.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or a fault not counted once.")
@State
public class OwnerAndAnotherFreeABlock {
    private final Stage stage = Stage.open();

    @Actor
    public void owner(IIII_Result result) {
        result.r1 = Free.free(stage.block, stage.owner) == Fault.NONE ? 0 : 1;
    }

    @Actor
    public void other(IIII_Result result) {
        result.r2 = Free.free(stage.block, stage.first) == Fault.NONE ? 0 : 1;
    }

    /** The faults met at taking up, and the places where the block is. */
    @Arbiter
    public void after(IIII_Result result) {
        result.r3 = stage.takeUp();
        result.r4 = stage.places(stage.block);
        stage.close(stage.neighbour, stage.stranger);
    }
}
