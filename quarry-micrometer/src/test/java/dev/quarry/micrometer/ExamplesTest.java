package dev.quarry.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.heap.Heap;
import dev.quarry.heap.HeapOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** The examples in Javadoc. */
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

    @Test
    void heap() {
        MeterRegistry registry = new SimpleMeterRegistry();
        double headroom;
        // @start region="heap"
        try (Heap cache = Heap.open(HeapOptions.named("cache").withLimit(64 << 20))) {
            new HeapMetrics(cache).bindTo(registry);
            headroom = registry.get("quarry.heap.memory.headroom").tag("heap", "cache")
                    .gauge().value();
        }
        // @end
        assertEquals(64 << 20, headroom);
    }
}
