package dev.quarry.micrometer;

import dev.quarry.Misuse;
import dev.quarry.stats.Books;
import dev.quarry.stats.HeapStatistics;
import dev.quarry.stats.Statistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * What Quarry holds, as meters, in the words of {@link Statistics}:
 *
 * <table>
 * <caption>The meters</caption>
 * <tr><th>name<th>tags<th>meaning
 * <tr><td>{@code quarry.memory}<td>{@code state}: live, retained, wasted
 *     <td>gauge, bytes; together they are the next
 * <tr><td>{@code quarry.memory.committed}<td><td>gauge, bytes
 * <tr><td>{@code quarry.blocks}<td>{@code kind}: small, large<td>gauge, live blocks
 * <tr><td>{@code quarry.class.memory}<td>{@code state}; {@code size}: bytes of a block
 *     <td>gauge, bytes of each size class
 * <tr><td>{@code quarry.heaps}<td>{@code use}: borrowed, idle, shared, program
 *     <td>gauge, heaps
 * <tr><td>{@code quarry.allocations}, {@code quarry.frees}<td>
 *     <td>counters, blocks that left spans and came back; not hits in magazines
 * <tr><td>{@code quarry.misuses}<td>{@code kind}: double_free, ...<td>counter, refused calls
 * </table>
 *
 * {@snippet file="dev/quarry/micrometer/ExamplesTest.java" region="binding"}
 *
 * <p>Single heaps of threads have no meters, for there are as many as threads; the program's own
 * have those of {@link HeapMetrics}. All meters read at one time,
 * such as by one scrape, see the same statistics: they are taken anew after a tenth of a second.
 */
public final class QuarryMetrics implements MeterBinder {
    private static final Recent RECENT = new Recent();

    private final Tags tags;

    /** Meters without further tags. */
    public QuarryMetrics() {
        this(List.of());
    }

    /**
     * Meters with tags of one's own.
     *
     * @param tags added to those of each meter
     */
    public QuarryMetrics(Iterable<Tag> tags) {
        this.tags = Tags.of(tags);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        memory(registry);
        blocks(registry);
        for (int i = 0; i < RECENT.statistics().classes().size(); i++) {
            sizeClass(registry, i);
        }
        for (HeapStatistics.Use use : HeapStatistics.Use.values()) {
            gauge(registry, "quarry.heaps", "Heaps", BaseUnits.OBJECTS, tag("use", use),
                    now -> now.heaps().stream().filter(heap -> heap.use() == use).count());
        }
        counter(registry, "quarry.allocations", "Blocks that left spans and runs",
                Statistics::allocations);
        counter(registry, "quarry.frees", "Blocks that came back to them", Statistics::frees);
        for (Misuse misuse : Misuse.values()) {
            FunctionCounter.builder("quarry.misuses", misuse, Misuse::count)
                    .description("Wrong frees and their like, refused")
                    .tags(tags.and(tag("kind", misuse)))
                    .register(registry);
        }
    }

    private void memory(MeterRegistry registry) {
        states(registry, "quarry.memory", "Memory by its state", Tags.empty(), Statistics::books);
        gauge(registry, "quarry.memory.committed", "Memory taken from the system",
                BaseUnits.BYTES, Tags.empty(), now -> now.books().committed());
    }

    private void blocks(MeterRegistry registry) {
        gauge(registry, "quarry.blocks", "Live blocks", BaseUnits.OBJECTS,
                Tags.of("kind", "small"), now -> now.liveBlocks() - now.largeBlocks());
        gauge(registry, "quarry.blocks", "Live blocks", BaseUnits.OBJECTS,
                Tags.of("kind", "large"), Statistics::largeBlocks);
    }

    private void sizeClass(MeterRegistry registry, int index) {
        int bytes = RECENT.statistics().classes().get(index).blockBytes();
        states(registry, "quarry.class.memory", "Memory of a size class by its state",
                Tags.of("size", Integer.toString(bytes)),
                now -> now.classes().get(index).books());
    }

    private void states(
            MeterRegistry registry,
            String name,
            String description,
            Tags own,
            BooksOf books) {
        gauge(registry, name, description, BaseUnits.BYTES, own.and("state", "live"),
                now -> books.of(now).live());
        gauge(registry, name, description, BaseUnits.BYTES, own.and("state", "retained"),
                now -> books.of(now).retained());
        gauge(registry, name, description, BaseUnits.BYTES, own.and("state", "wasted"),
                now -> books.of(now).wasted());
    }

    /** Which of the statistics' books. */
    private interface BooksOf {
        Books of(Statistics statistics);
    }

    private static Tags tag(String key, Enum<?> value) {
        return Tags.of(key, value.name().toLowerCase(Locale.ROOT));
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String description,
            String unit,
            Tags own,
            ToLongFunction<Statistics> figure) {
        Gauge.builder(name, RECENT, figureOf(figure))
                .description(description)
                .baseUnit(unit)
                .tags(tags.and(own))
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String description,
            ToLongFunction<Statistics> figure) {
        FunctionCounter.builder(name, RECENT, figureOf(figure))
                .description(description)
                .baseUnit(BaseUnits.OBJECTS)
                .tags(tags)
                .register(registry);
    }

    private static ToDoubleFunction<Recent> figureOf(ToLongFunction<Statistics> figure) {
        return recent -> figure.applyAsLong(recent.statistics());
    }
}
