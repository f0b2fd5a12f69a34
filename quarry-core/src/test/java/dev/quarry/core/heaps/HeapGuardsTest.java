package dev.quarry.core.heaps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.quarry.core.Mutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each guard of programs' heaps refuses its misuse, and with it off the misuse goes through. */
class HeapGuardsTest {
    @Test
    void allMisusesAreRefused() throws Exception {
        assertEquals(0, Mutant.run(HeapMisuses.class, "none", "heapLimit", "heapOpen", "heapOwn"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"heapLimit", "heapOpen", "heapOwn"})
    void aMutantWithoutItDies(String guard) throws Exception {
        assertNotEquals(0, Mutant.run(HeapMisuses.class, guard, guard));
    }
}
