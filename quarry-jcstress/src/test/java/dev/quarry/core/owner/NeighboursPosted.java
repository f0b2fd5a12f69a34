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
 * Two threads post blocks whose pending bits share a word: the unit is queued once, and both blocks
 * come back.
 */
@JCStressTest
@Outcome(id = "1, 1, 1, 0", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "A bit was lost, or the unit queued twice or never.")
@State
public class NeighboursPosted {
    private final Stage stage = Stage.open();

    @Actor
    public void first() {
        stage.post(stage.block);
    }

    @Actor
    public void second() {
        stage.post(stage.neighbour);
    }

    @Arbiter
    public void after(IIII_Result result) {
        result.r1 = stage.queued();
        result.r4 = stage.takeUp();
        result.r2 = stage.places(stage.block);
        result.r3 = stage.places(stage.neighbour);
        stage.close(stage.stranger);
    }
}
