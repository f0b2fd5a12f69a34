package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A thread posts blocks of two spans, one of them into a unit that is queued already or just being
 * taken up, while the owner drains: at the next drain at the latest each block is back, once.
 */
@JCStressTest
@Outcome(id = "1, 1, 1, 0", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "A block was lost or doubled.")
@State
public class PostsDuringADrain {
    private final Stage stage = Stage.open();

    @Actor
    public void sender() {
        stage.post(stage.first, stage.block);
        stage.post(stage.first, stage.stranger);
        stage.post(stage.first, stage.neighbour);
    }

    @Actor
    public void owner() {
        stage.drain();
        stage.drain();
    }

    @Arbiter
    public void after(IIII_Result result) {
        result.r4 = stage.takeUp();
        result.r1 = stage.places(stage.block);
        result.r2 = stage.places(stage.neighbour);
        result.r3 = stage.places(stage.stranger);
        stage.close();
    }
}
