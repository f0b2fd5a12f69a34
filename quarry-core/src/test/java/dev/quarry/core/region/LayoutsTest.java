package dev.quarry.core.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What checked builds know of blocks, beside a plain map; and the preconditions. */
class LayoutsTest {
    private static final long SEED = Long.getLong("quarry.seed", 20_261_130L);

    @Test
    void theTableIsAMap() {
        System.out.println("LayoutsTest: -Dquarry.seed=" + SEED);
        Random random = new Random(SEED);
        Map<Long, Long> model = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            // Few different addresses, close together, so that they meet in the table.
            long block = 16L * (1 + random.nextInt(i < 100_000 ? 3000 : 300));
            Long bytes = model.get(block);
            if (bytes == null) {
                assertEquals(Strict.UNKNOWN, Layouts.forget(block, 1, 1));
                assertTrue(Layouts.note(block, i + 1, 8));
                model.put(block, i + 1L);
            } else {
                assertEquals(Strict.OTHER_SIZE, Layouts.forget(block, bytes + 1, 8));
                assertEquals(Strict.OTHER_ALIGNMENT, Layouts.forget(block, bytes, 4));
                assertEquals(Strict.NONE, Layouts.forget(block, bytes, 8));
                model.remove(block);
            }
        }
        model.forEach((block, bytes) ->
                assertEquals(Strict.NONE, Layouts.forget(block, bytes, 8)));
        assertEquals(0, Layouts.count());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 0", "0, 1, 1", "0, 3, 1", "8, 0, 2", "8, 3, 2", "8, -8, 2",
        "9223372036854775807, 1, 0", "9223372036854775807, 2, 3", "9223372036854771712, 4096, 0",
        "9223372036854771713, 4096, 3", "-1, 1, 3", "8, -9223372036854775808, 3",
        "1, 4611686018427387904, 0", "-9223372036854775808, 1, 3"})
    void preconditions(long bytes, long alignment, int problem) {
        assertEquals(problem, Strict.problemOf(bytes, alignment));
    }
}
