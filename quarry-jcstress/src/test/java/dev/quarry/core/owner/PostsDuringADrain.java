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
 * A thread posts blocks of two spans, most of them into a unit that is queued already or just being
 * taken up, while the owner drains: at the next drain at the latest each block is back, once.
 */
@JCStressTest
@Outcome(id = "1, 8, 1, 0", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "A block was lost or doubled.")
@State
public class PostsDuringADrain {
    private static final int DRAINS = 12;

    private final Stage stage = Stage.open();

    public PostsDuringADrain() {
        stage.openMore();
    }

    @Actor
    public void sender() {
        stage.post(stage.block);
        for (long block : stage.more) {
            stage.post(block);
        }
        stage.post(stage.stranger);
    }

    @Actor
    public void owner() {
        for (int i = 0; i < DRAINS; i++) {
            stage.drain();
        }
    }

    @Arbiter
    public void after(IIII_Result result) {
        result.r4 = stage.takeUp();
        result.r1 = stage.places(stage.block);
        result.r2 = stage.moreAtHand();
        result.r3 = stage.places(stage.stranger);
        stage.close(stage.neighbour);
    }
}
