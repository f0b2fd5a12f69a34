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
 * A thread frees blocks of two spans by parcels while the owner takes up: each is back once.
 */
@JCStressTest
@Outcome(id = "1, 8, 1, 0", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "A block was lost or doubled.")
@State
public class BlocksInParcels {
    private static final int DRAINS = 12;

    private final Stage stage = Stage.open();

    public BlocksInParcels() {
        stage.openMore();
    }

    private void put(long block) {
        Outbox.put(stage.first, stage.owner, Stage.at(block), block);
    }

    @Actor
    public void sender() {
        put(stage.block);
        Outbox.sendAll(stage.first);
        for (long block : stage.more) {
            put(block);
            Outbox.sendAll(stage.first);
        }
        put(stage.stranger);
        Outbox.sendAll(stage.first);
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
