package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Two threads take parcels from the pool and give some back in between. No parcel is handed to two:
 * each still says whose it is, also when the first of the pool was taken and came back meanwhile.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Two threads had one parcel.")
@State
public class ParcelsOfThePool {
    private static final int TIMES = 4;
    private static final AtomicLong NAMES = new AtomicLong(1);

    private final long name = NAMES.getAndAdd(2);
    private final long[] first = new long[TIMES];
    private final long[] second = new long[2];

    static {
        Boot.boot();
    }

    @Actor
    public void takes() {
        for (int i = 0; i < TIMES; i++) {
            first[i] = Parcel.open(name);
        }
    }

    @Actor
    public void takesAndReturns() {
        for (int i = 0; i < TIMES; i++) {
            long one = Parcel.open(name + 1);
            long another = Parcel.open(name + 1);
            Parcel.close(one);
            Parcel.close(another);
        }
        second[0] = Parcel.open(name + 1);
        second[1] = Parcel.open(name + 1);
    }

    private static boolean are(long[] parcels, long name) {
        return Arrays.stream(parcels).distinct().count() == parcels.length
                && Arrays.stream(parcels).allMatch(parcel -> Parcel.inboxOf(parcel) == name);
    }

    @Arbiter
    public void after(ZZ_Result result) {
        result.r1 = are(first, name);
        result.r2 = are(second, name + 1);
        Arrays.stream(first).forEach(Parcel::close);
        Arrays.stream(second).forEach(Parcel::close);
    }
}
