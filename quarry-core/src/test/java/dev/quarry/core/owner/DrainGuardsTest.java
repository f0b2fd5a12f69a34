package dev.quarry.core.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.quarry.core.Mutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What wrong frees leave in a queue does no harm, and does with the guard off. */
class DrainGuardsTest {
    @Test
    void bothAreHarmless() throws Exception {
        assertEquals(0, Mutant.run(DrainMisuses.class, "none", "drainState", "drainOwner"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"drainState", "drainOwner"})
    void aMutantWithoutItDies(String guard) throws Exception {
        assertNotEquals(0, Mutant.run(DrainMisuses.class, guard, guard));
    }
}
