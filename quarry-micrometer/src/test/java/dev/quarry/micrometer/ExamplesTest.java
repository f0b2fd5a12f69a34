package dev.quarry.micrometer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** The example in Javadoc. */
class ExamplesTest {
    @Test
    void binding() {
        MeterRegistry registry = new SimpleMeterRegistry();
        // @start region="binding"
        new QuarryMetrics().bindTo(registry);
        double live = registry.get("quarry.memory").tag("state", "live").gauge().value();
        // @end
        assertTrue(live >= 0);
    }
}
