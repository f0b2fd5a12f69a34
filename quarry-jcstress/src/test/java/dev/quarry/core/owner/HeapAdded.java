package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Whoever walks the list of heaps while one is added meets every older heap, whole. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "A heap without its lock, or one that was left out.")
@State
public class HeapAdded {
    /** Heaps are never dropped: after so many the states only walk. */
    private static final int MOST = 8000;

    private static final int LOOKS = 1000;
    private static final AtomicInteger ADDED = new AtomicInteger();

    static {
        Boot.boot();
    }

    @Actor
    public void adder() {
        if (ADDED.getAndIncrement() < MOST) {
            Registry.addShared();
        }
    }

    /** Looks at the list's head often, for it is not whole for an instant only, if ever. */
    @Actor
    public void walker(Z_Result result) {
        boolean isWhole = true;
        for (int look = 0; look < LOOKS; look++) {
            Heap newest = Registry.newest();
            isWhole &= newest.older != null || newest.slot == 1;
        }
        Heap heap = Registry.newest();
        while (heap.older != null) {
            isWhole &= heap.lockWord != 0 && heap.older.slot == heap.slot - 1;
            heap = heap.older;
        }
        result.r1 = isWhole && heap.slot == 1;
    }
}
