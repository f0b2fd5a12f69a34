package dev.quarry.core.span;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.quarry.core.tune.Geometry;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Who looks for the description of a unit while it is made finds it, or the empty one. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE)
@Outcome(expect = FORBIDDEN, desc = "Nothing was found.")
@State
public class DescriptionMade {
    /** Descriptions stay for ever: from so many chunks as many units each, no more. */
    private static final long CHUNKS = 256;

    private static final long UNITS = 16;
    private static final AtomicLong TAKEN = new AtomicLong();

    private final long unit = unit(TAKEN.getAndIncrement());

    /** Units of chunks that are not open, so that nothing else describes them. */
    private static long unit(long number) {
        long chunks = Geometry.MAX_SPACE_BYTES >>> Geometry.CHUNK_SHIFT;
        long chunk = chunks - 1 - number / UNITS % CHUNKS;
        return chunk * Geometry.CHUNK_UNITS + number % UNITS;
    }

    @Actor
    public void maker() {
        SpanTable.make(unit);
    }

    @Actor
    public void reader(Z_Result result) {
        result.r1 = SpanTable.at(unit) != null;
    }
}
