package dev.quarry.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.heap.Heap;
import dev.quarry.heap.HeapOptions;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeapMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        registry.close();
    }

    private double gauge(String name, Heap heap) {
        return registry.get("quarry.heap.memory." + name).tag("heap", heap.path()).gauge().value();
    }

    @Test
    void eachHeapShowsByItsPath() {
        try (Heap store = Heap.open(HeapOptions.named("store").withLimit(8 << 20));
                Heap index = Heap.open(HeapOptions.named("index").within(store))) {
            new HeapMetrics(store).bindTo(registry);
            new HeapMetrics(index, Tags.of("service", "search")).bindTo(registry);
            long block = index.malloc(1 << 20);
            for (Heap heap : new Heap[] {store, index}) {
                assertEquals(1 << 20, gauge("used", heap));
                assertEquals(7 << 20, gauge("headroom", heap));
            }
            assertEquals(8 << 20, gauge("limit", store));
            assertEquals(Double.NaN, gauge("limit", index));
            index.free(block);
            assertEquals(0, gauge("used", store));
            assertEquals(1 << 20, gauge("peak", store));
        }
        assertEquals(0, registry.get("quarry.heap.memory.used").tag("service", "search")
                .gauge().value());
    }

    @Test
    void aHeapWithoutAnyLimitHasNoHeadroom() {
        try (Heap heap = Heap.open(HeapOptions.named("free"))) {
            new HeapMetrics(heap).bindTo(registry);
            assertEquals(Double.NaN, gauge("headroom", heap));
        }
    }

    @Test
    void namesUnitsAndTagsAreMicrometersWay() {
        try (Heap heap = Heap.open(HeapOptions.named("named"))) {
            new HeapMetrics(heap, Tags.of("service", "store")).bindTo(registry);
            for (Meter meter : registry.getMeters()) {
                Meter.Id id = meter.getId();
                assertTrue(id.getName().matches("quarry(\\.[a-z]+)+"), id::toString);
                assertEquals("store", id.getTag("service"));
                assertEquals("bytes", id.getBaseUnit());
            }
            assertEquals(4, registry.getMeters().size());
        }
    }
}
