package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.base.Memory;
import dev.quarry.stress.Lines;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * Two threads put a parcel each into one inbox: both are in it, once.
 */
@JCStressTest
@Outcome(id = "2, true", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "A parcel fell out, or the chain goes round.")
@State
public class ParcelsSent {
    private static final int MOST = 9;

    private final long inbox = Lines.take();
    private final long one = Parcel.open(inbox);
    private final long another = Parcel.open(inbox);

    @Actor
    public void first() {
        Parcel.send(one);
    }

    @Actor
    public void second() {
        Parcel.send(another);
    }

    @Arbiter
    public void after(IZ_Result result) {
        long parcel = Memory.exchangeLong(inbox, 0);
        boolean hasOne = false;
        boolean hasAnother = false;
        while (parcel != 0 && result.r1 < MOST) {
            hasOne |= parcel == one;
            hasAnother |= parcel == another;
            result.r1++;
            parcel = Parcel.next(parcel);
        }
        result.r2 = hasOne && hasAnother;
        Parcel.close(one);
        Parcel.close(another);
    }
}
