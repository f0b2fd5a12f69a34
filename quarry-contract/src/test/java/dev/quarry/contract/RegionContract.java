package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;

/** What the tests of regions have in common. */
abstract class RegionContract extends Contract {
    Regions regions;

    @BeforeEach
    void findRegions() {
        regions = Lives.regionsOf(life);
    }

    /** The call gives nothing, for this reason. */
    final void assertNone(int error, LongSupplier call) {
        assertEquals(0, call.getAsLong());
        assertEquals(error, regions.lastError());
    }

    /** The call does nothing: the region is closed, or what it was given is stale. */
    final void assertNotDone(BooleanSupplier call) {
        assertFalse(call.getAsBoolean());
        assertEquals(Life.EINVAL, regions.lastError());
    }
}
