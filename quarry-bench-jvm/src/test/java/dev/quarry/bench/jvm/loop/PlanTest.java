package dev.quarry.bench.jvm.loop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The random choices: the same each time, and spread evenly. */
class PlanTest {
    private final Plan plan = new Plan();

    @Test
    void everyRunDrawsTheSame() {
        assertArrayEquals(plan.places, new Plan().places);
        assertArrayEquals(plan.sizes, new Plan().sizes);
    }

    /** Of 1024 draws some miss a place with a probability of e^-4: about five of 256 do. */
    @Test
    void placesAreAllOverTheTable() {
        int[] counts = new int[Plan.LIVE];
        for (short place : plan.places) {
            counts[place]++;
        }
        assertTrue(Arrays.stream(counts).filter(count -> count == 0).count() < 20);
        assertTrue(Arrays.stream(counts).max().orElseThrow() < 16);
    }

    @Test
    void aQuarterOfTheSizesLiesInEachQuarter() {
        int[] quarters = new int[4];
        for (short size : plan.sizes) {
            assertTrue(size >= Plan.LEAST_BYTES && size <= Plan.MOST_BYTES, "size " + size);
            quarters[(size - 1) / 256]++;
        }
        for (int count : quarters) {
            assertTrue(count > 200 && count < 312, Arrays.toString(quarters));
        }
    }
}
