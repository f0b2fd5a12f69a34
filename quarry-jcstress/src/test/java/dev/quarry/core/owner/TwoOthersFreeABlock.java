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
 * Two threads free one block of a third's: one free is valid, the other a double free, and the
 * block comes back once.
 */
@JCStressTest
@Outcome(id = {"0, 1, 0, 1", "1, 0, 0, 1"}, expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or a fault not counted once.")
@State
public class TwoOthersFreeABlock {
    private final Stage stage = Stage.open();

    @Actor
    public void first(IIII_Result result) {
        result.r1 = Free.free(stage.block, stage.first) == Fault.NONE ? 0 : 1;
    }

    @Actor
    public void second(IIII_Result result) {
        result.r2 = Free.free(stage.block, stage.second) == Fault.NONE ? 0 : 1;
    }

    /** The faults met at taking up, and the places where the block is. */
    @Arbiter
    public void after(IIII_Result result) {
        result.r3 = stage.takeUp();
        result.r4 = stage.places(stage.block);
        stage.close(stage.neighbour, stage.stranger);
    }
}
