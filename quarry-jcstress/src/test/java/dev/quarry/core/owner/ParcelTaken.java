package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.base.Memory;
import dev.quarry.stress.Lines;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * The owner empties its inbox while parcels arrive: each is taken once, with what was put into it.
 */
@JCStressTest
@Outcome(id = "3, true", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "A parcel was lost, taken twice, or not yet filled.")
@State
public class ParcelTaken {
    private static final int PARCELS = 3;
    private static final int TAKES = 8;

    private final long inbox = Lines.take();
    private final long[] parcels = new long[PARCELS];
    private int taken;
    private boolean isWhole = true;

    public ParcelTaken() {
        Arrays.setAll(parcels, i -> Parcel.open(inbox));
    }

    @Actor
    public void sender() {
        for (long parcel : parcels) {
            Parcel.add(parcel, parcel, 16);
            Parcel.add(parcel, parcel + 1, 16);
            Parcel.send(parcel);
        }
    }

    @Actor
    public void owner() {
        for (int i = 0; i < TAKES; i++) {
            take();
        }
    }

    private void take() {
        long parcel = Memory.exchangeLong(inbox, 0);
        while (parcel != 0) {
            long next = Parcel.next(parcel);
            isWhole &= Parcel.count(parcel) == 2
                    && Parcel.block(parcel, 0) == parcel
                    && Parcel.block(parcel, 1) == parcel + 1;
            Parcel.close(parcel);
            taken++;
            parcel = next;
        }
    }

    @Arbiter
    public void after(IZ_Result result) {
        take();
        result.r1 = taken;
        result.r2 = isWhole;
    }
}
