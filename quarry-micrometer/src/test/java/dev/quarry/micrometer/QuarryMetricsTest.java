package dev.quarry.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.MisuseException;
import dev.quarry.Quarry;
import dev.quarry.stats.Statistics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuarryMetricsTest {
    private static final long LONGER_THAN_RECENT_MILLIS = 150;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @BeforeEach
    void bind() {
        new QuarryMetrics(Tags.of("service", "store")).bindTo(registry);
    }

    @AfterEach
    void close() {
        registry.close();
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    private double counter(String name, String... tags) {
        return registry.get(name).tags(tags).functionCounter().count();
    }

    private static void letTimePass() throws InterruptedException {
        Thread.sleep(LONGER_THAN_RECENT_MILLIS);
    }

    @Test
    void whatIsHeldShows() throws Exception {
        letTimePass();
        double live = gauge("quarry.memory", "state", "live");
        double ofClass = gauge("quarry.class.memory", "size", "1024", "state", "live");
        double small = gauge("quarry.blocks", "kind", "small");
        double large = gauge("quarry.blocks", "kind", "large");
        double allocations = counter("quarry.allocations");
        long[] blocks = IntStream.range(0, 500).mapToLong(i -> Quarry.malloc(1000)).toArray();
        long big = Quarry.malloc(1 << 20);
        letTimePass();
        assertEquals(live + 500 * 1024 + (1 << 20), gauge("quarry.memory", "state", "live"));
        assertEquals(
                ofClass + 500 * 1024,
                gauge("quarry.class.memory", "size", "1024", "state", "live"));
        assertEquals(small + 500, gauge("quarry.blocks", "kind", "small"));
        assertEquals(large + 1, gauge("quarry.blocks", "kind", "large"));
        assertTrue(counter("quarry.allocations") >= allocations + 501 - 124);
        for (long block : blocks) {
            Quarry.free(block);
        }
        Quarry.free(big);
        letTimePass();
        assertEquals(live, gauge("quarry.memory", "state", "live"));
    }

    /** One reading of all meters is of one time. */
    @Test
    void statesMakeWhatIsCommitted() throws Exception {
        letTimePass();
        double sum = registry.get("quarry.memory").gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
        assertEquals(gauge("quarry.memory.committed"), sum);
        assertEquals(Statistics.take().books().committed(), sum);
        assertTrue(counter("quarry.allocations") >= counter("quarry.frees"));
    }

    @Test
    void heapsAreCountedByUse() throws Exception {
        letTimePass();
        double heaps = registry.get("quarry.heaps").gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
        assertEquals(Statistics.take().heaps().size(), heaps);
        assertTrue(gauge("quarry.heaps", "use", "shared") >= 1);
    }

    @Test
    void misusesAreCounters() {
        double before = counter("quarry.misuses", "kind", "foreign");
        assertThrows(MisuseException.class, () -> Quarry.free(16));
        assertEquals(before + 1, counter("quarry.misuses", "kind", "foreign"));
    }

    @Test
    void namesUnitsAndTagsAreMicrometersWay() {
        for (Meter meter : registry.getMeters()) {
            Meter.Id id = meter.getId();
            assertTrue(id.getName().matches("quarry(\\.[a-z]+)+"), id::toString);
            assertEquals("store", id.getTag("service"));
            boolean isMemory = id.getName().contains("memory");
            assertEquals(isMemory, "bytes".equals(id.getBaseUnit()), id::toString);
        }
        long classes = Statistics.take().classes().size();
        assertEquals(3 * classes, registry.get("quarry.class.memory").gauges().size());
    }
}
