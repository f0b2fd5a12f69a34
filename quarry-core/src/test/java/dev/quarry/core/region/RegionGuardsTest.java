package dev.quarry.core.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.quarry.core.Mutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each guard of the regions refuses its misuse, and with the guard off the misuse goes through. */
class RegionGuardsTest {
    private static final String[] GUARDS = {
        "arenaFit", "arenaAlignment", "arenaMark", "arenaGeneration", "poolLive", "poolLink",
        "handleLive", "handleRetire"};

    static String[] guards() {
        return GUARDS;
    }

    @Test
    void allMisusesAreRefused() throws Exception {
        assertEquals(0, Mutant.run(Misuses.class, "none", GUARDS));
    }

    @ParameterizedTest
    @MethodSource("guards")
    void aMutantWithoutItDies(String guard) throws Exception {
        assertNotEquals(0, Mutant.run(Misuses.class, guard, guard));
    }
}
