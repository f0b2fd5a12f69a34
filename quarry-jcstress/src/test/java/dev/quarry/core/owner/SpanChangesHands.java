package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.central.SpanSource;
import dev.quarry.core.span.Span;
import dev.quarry.core.tune.SizeClasses;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A unit's description is cut anew for another heap while a thread looks at it. Who sees the new
 * owner sees all that belongs to it.
 */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "Nobody's, or still the old owner's.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The new owner's, all of it.")
@Outcome(expect = FORBIDDEN, desc = "The new owner with fields from before.")
@State
public class SpanChangesHands {
    private static final int BEFORE = 0;
    private static final int AFTER = 3;

    private final Stage stage = Stage.open();
    private final Span span = SpanSource.take(BEFORE, 0);
    private Span next;

    public SpanChangesHands() {
        Take.setOwner(span, stage.first);
    }

    @Actor
    public void changer() {
        Take.setOwner(span, null);
        SpanSource.give(span, 0);
        next = SpanSource.take(AFTER, 0);
        Take.setOwner(next, stage.second);
    }

    @Actor
    public void reader(I_Result result) {
        if (span.owner == stage.second) {
            boolean isNew = span.kind == Span.SMALL
                    && span.sizeClass == AFTER
                    && span.blockBytes == SizeClasses.blockBytes(AFTER);
            result.r1 = isNew ? 1 : 2;
        }
    }

    @Arbiter
    public void after(I_Result result) {
        Take.setOwner(next, null);
        SpanSource.give(next, 0);
        stage.close(stage.block, stage.neighbour, stage.stranger);
    }
}
