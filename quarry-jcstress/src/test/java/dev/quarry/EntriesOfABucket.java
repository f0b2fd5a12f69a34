package dev.quarry;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.owner.Heap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * A thread finds its heap in the table from threads to heaps while the entries before and behind
 * its own go and another comes. Two entries are left, and the others' heaps are given back.
 */
@JCStressTest
@Outcome(id = "true, 2", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "The entry was not found, or the chain was cut.")
@State
public class EntriesOfABucket {
    private final Bucket bucket = Bucket.open();
    private final Bucket.Tenant behind = bucket.add();
    private final Bucket.Tenant own = bucket.add();
    private final Bucket.Tenant before = bucket.add();
    private Bucket.Tenant late;

    @Actor
    public void finder(ZI_Result result) {
        Heap first = bucket.find(own);
        Heap second = bucket.find(own);
        result.r1 = first == own.heap() && second == first;
    }

    @Actor
    public void others() {
        before.end();
        behind.end();
        bucket.releaseEnded();
        late = bucket.add();
    }

    @Arbiter
    public void after(ZI_Result result) {
        result.r2 = bucket.releaseEnded();
        own.end();
        late.end();
        bucket.releaseEnded();
        bucket.close();
    }
}
