package dev.quarry.bench.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.workload.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Medians, noise and verdicts. */
class JudgementTest {

    @Test
    void medianOfEvenAndOdd() {
        assertEquals(2, Numbers.median(List.of(3.0, 1.0, 2.0)));
        assertEquals(2.5, Numbers.median(List.of(4.0, 1.0, 2.0, 3.0)));
    }

    @Test
    void equalColumnsHaveTheFloor() {
        assertEquals(Noise.FLOOR, Noise.of(List.of(5.0, 6.0, 7.0), List.of(5.0, 6.0, 7.0)));
    }

    @Test
    void driftOfTheMachineIsNoNoise() {
        // Each pair of neighbours agrees within a percent although the machine slowed by half.
        double noise = Noise.of(List.of(100.0, 120.0, 150.0), List.of(101.0, 121.0, 151.5));
        assertTrue(noise < 0.02, "noise " + noise);
    }

    @Test
    void oneWildRoundOfNineDoesNotCount() {
        List<Double> first = List.of(1.0, 1.0, 1.0, 1.0, 9.0, 1.0, 1.0, 1.0, 1.0);
        List<Double> second = List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
        assertEquals(Noise.FLOOR, Noise.of(first, second));
    }

    @Test
    void fewRoundsProveLittle() {
        assertEquals(Noise.FLOOR_OF_FEW, Noise.of(List.of(5.0, 6.0), List.of(5.0, 6.0)));
    }

    @Test
    void spreadCounts() {
        double noise = Noise.of(List.of(1.0, 1.2, 0.9, 1.1), List.of(1.1, 0.9, 1.2, 1.0));
        assertTrue(noise > 0.1, "noise " + noise);
    }

    @Test
    void verdictsRespectTheNoise() {
        assertEquals(Verdict.WIN, Verdict.of(1.06, 0.05));
        assertEquals(Verdict.TIE, Verdict.of(1.05, 0.05));
        assertEquals(Verdict.TIE, Verdict.of(1 / 1.05, 0.05));
        assertEquals(Verdict.LOSS, Verdict.of(1 / 1.06, 0.05));
    }

    @Test
    void advantageKnowsWhichWayIsBetter() {
        assertEquals(2, Metric.RATE.advantage(20, 10));
        assertEquals(2, Metric.CPU.advantage(10, 20));
    }
}
