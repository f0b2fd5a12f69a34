package dev.quarry.micrometer;

import dev.quarry.heap.Heap;
import dev.quarry.heap.HeapOptions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One of the program's own heaps as meters, each with the tag {@code heap}, the heap's path:
 *
 * <table>
 * <caption>The meters</caption>
 * <tr><th>name<th>meaning
 * <tr><td>{@code quarry.heap.memory.used}<td>gauge, bytes that count for its limit
 * <tr><td>{@code quarry.heap.memory.peak}<td>gauge, the most that they ever were
 * <tr><td>{@code quarry.heap.memory.limit}<td>gauge, bytes; NaN without a limit of its own
 * <tr><td>{@code quarry.heap.memory.headroom}
 *     <td>gauge, bytes left to it by all limits around it; NaN without any
 * </table>
 *
 * {@snippet file="dev/quarry/micrometer/ExamplesTest.java" region="heap"}
 *
 * <p>A registry does not keep a heap alive. Of a closed heap nothing is used.
 */
public final class HeapMetrics implements MeterBinder {
    private final Heap heap;
    private final Tags tags;

    /** A heap's meters without further tags. */
    public HeapMetrics(Heap heap) {
        this(heap, List.of());
    }

    /**
     * A heap's meters with tags of one's own.
     *
     * @param tags added to that of the heap
     */
    public HeapMetrics(Heap heap, Iterable<Tag> tags) {
        this.heap = heap;
        this.tags = Tags.of(tags).and("heap", heap.path());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "used", "Bytes that count for the heap's limit", Heap::used);
        gauge(registry, "peak", "The most bytes that ever counted for it", Heap::peak);
        gauge(registry, "limit", "The heap's limit", one -> orNaN(one.limit()));
        gauge(registry, "headroom", "What all limits leave", one -> orNaN(one.headroom()));
    }

    private static double orNaN(long bytes) {
        return bytes == HeapOptions.NO_LIMIT ? Double.NaN : bytes;
    }

    private void gauge(
            MeterRegistry registry, String name, String description, ToDoubleFunction<Heap> of) {
        Gauge.builder("quarry.heap.memory." + name, heap, of)
                .description(description)
                .baseUnit(BaseUnits.BYTES)
                .tags(tags)
                .register(registry);
    }
}
