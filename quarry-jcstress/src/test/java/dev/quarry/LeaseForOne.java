package dev.quarry;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.owner.Heap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A heap that one thread has for a call is nobody else's, wherever both began to look. */
@JCStressTest
@Outcome(id = "false, false", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Both have the same heap.")
@State
public class LeaseForOne {
    static {
        Quarry.owns(0);
    }

    private volatile Heap first;
    private volatile Heap second;

    @Actor
    public void one(ZZ_Result result) {
        Heap heap = ThreadHeaps.lease(1);
        first = heap;
        result.r1 = !heap.isShared && second == heap;
        first = null;
        ThreadHeaps.end(heap);
    }

    @Actor
    public void other(ZZ_Result result) {
        Heap heap = ThreadHeaps.lease(1);
        second = heap;
        result.r2 = !heap.isShared && first == heap;
        second = null;
        ThreadHeaps.end(heap);
    }
}
