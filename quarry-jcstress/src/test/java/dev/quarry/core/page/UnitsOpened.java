package dev.quarry.core.page;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.tune.Geometry;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * A thread opens units while another looks at the last one it sees: its records are there and zero,
 * and so is its memory. Where they are not, the process crashes.
 */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN)
@State
public class UnitsOpened {
    /** Each time up to 64 MiB of the reservation open: after so many the states only look. */
    private static final int MOST = 4000;

    private static final AtomicInteger OPENED = new AtomicInteger();

    static {
        Boot.boot();
    }

    @Actor
    public void opener() {
        if (OPENED.getAndIncrement() < MOST) {
            Buddy.lock();
            AddressSpace.openUpTo(AddressSpace.openUnits() + 1);
            Buddy.unlock();
        }
    }

    @Actor
    public void reader(J_Result result) {
        long granule = AddressSpace.openGranules - 1;
        if (granule >= 0) {
            long unit = AddressSpace.unitOfGranule(granule);
            long offset = granule << Geometry.GRANULE_SHIFT;
            result.r1 = Memory.getByte(UnitTables.states(Geometry.MIN_STATE_SHIFT) + granule)
                    | Memory.getLong(UnitTables.pendingWord(offset))
                    | Memory.getLong(UnitTables.linkWord(unit))
                    | Memory.getInt(UnitTables.ownerWord(unit))
                    | Memory.getLong(AddressSpace.base + offset);
        }
    }
}
