package dev.quarry.core.owner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Two threads that take over heaps while one gives its own back never have the same. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "One heap was given to two threads.")
@State
public class HeapsClaimed {
    /** Of 256 states at a time. */
    private static final int HEAPS = 3 * 256;

    static {
        Boot.boot();
        Heap[] heaps = new Heap[HEAPS];
        Arrays.setAll(heaps, i -> Registry.claim());
        Arrays.asList(heaps).forEach(Registry::release);
    }

    private Heap one;
    private Heap another;
    private Heap last;

    @Actor
    public void claims() {
        one = Registry.claim();
    }

    @Actor
    public void claimsTwice() {
        Registry.release(Registry.claim());
        another = Registry.claim();
        last = Registry.claim();
    }

    @Arbiter
    public void after(Z_Result result) {
        result.r1 = one != another && one != last && another != last;
        Registry.release(one);
        Registry.release(another);
        Registry.release(last);
    }
}
