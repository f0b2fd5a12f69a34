package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Random operations against the model, on every life, {@code quarry.operations} of them in all.
 * One trace must leave the same census on all lives.
 */
class RandomOperationsTest {
    private static final long OPERATIONS = Long.getLong("quarry.operations", 200_000);
    private static final int LONGEST_TRACE = 200_000;

    /** Many small blocks; few of all sizes up to 2 MiB; nearly all wrong; one thread alone. */
    static final List<Traces.Mix> MIXES =
            List.of(
                    new Traces.Mix(1000, 1024, 4, 10),
                    new Traces.Mix(200, 2 << 20, 4, 10),
                    new Traces.Mix(100, 40_000, 6, 300),
                    new Traces.Mix(500, 100_000, 1, 10));

    private static List<Life> lives() {
        return Lives.chosen().toList();
    }

    @AfterEach
    void theAllocatorIsWhole() {
        lives().forEach(life -> assertEquals(0, life.verify()));
    }

    @ParameterizedTest
    @FieldSource("MIXES")
    void onEveryLifeWithTheSameCensus(Traces.Mix mix) {
        SplittableRandom random = Seed.random(getClass());
        long left = OPERATIONS / MIXES.size() / lives().size();
        while (left > 0) {
            int count = (int) Math.min(left, LONGEST_TRACE);
            left -= count;
            playOnAll(mix, Traces.random(random.split(), mix, count));
        }
    }

    private static void playOnAll(Traces.Mix mix, List<Op> ops) {
        Map<String, Census> seen = new HashMap<>();
        for (Life life : lives()) {
            seen.put(life.toString(), new Tester(Blocks::new, mix).run(life, ops, 1000));
        }
        long different = seen.values().stream().distinct().count();
        assertEquals(1, different, () -> "one trace, several outcomes: " + seen);
    }

    /** Short traces with a full check after each step find what a later step would cover up. */
    @Test
    void checkedAtEveryStep() {
        SplittableRandom random = Seed.random(getClass());
        Traces.Mix mix = new Traces.Mix(24, 100_000, 3, 100);
        for (int i = 0; i < 20; i++) {
            List<Op> ops = Traces.random(random.split(), mix, 100);
            lives().forEach(life -> new Tester(Blocks::new, mix).run(life, ops, 1));
        }
    }
}
