package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.SizeClasses;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * {@code quarry.long.operations} random operations on each life, with the cheaper {@link Marks}:
 * several threads take turns, end, free each other's blocks and go in and out of bulk mode, and one
 * step in a hundred is wrong. One trace leaves the same census on all lives; afterwards the
 * allocator is as empty as before.
 */
class LongRunsTest {
    private static final long OPERATIONS = Long.getLong("quarry.long.operations", 8_000_000);
    private static final int LONGEST_TRACE = 200_000;
    private static final int CHECK_EVERY = 50_000;

    /** A kind of traces and how many percent of all steps are of it. */
    record Part(Traces.Mix mix, int percent) {}

    /** Many small blocks of many threads; fewer of all classes and some large, which cost more. */
    static final List<Part> PARTS =
            List.of(
                    new Part(new Traces.Mix(3000, 1024, 6, 10), 92),
                    new Part(new Traces.Mix(600, 100_000, 4, 10), 8));

    private static List<Life> lives() {
        return Lives.chosen().toList();
    }

    private final List<Drained> atStart = lives().stream().map(Drained::now).toList();

    @AfterEach
    void theAllocatorIsWholeAndAsEmptyAsBefore() {
        atStart.forEach(Drained::check);
        lives().forEach(life -> assertEquals(0, life.verify()));
    }

    @ParameterizedTest
    @FieldSource("PARTS")
    void onEveryLifeWithTheSameCensus(Part part) {
        SplittableRandom random = Seed.random(getClass());
        for (long left = OPERATIONS * part.percent / 100; left > 0; left -= LONGEST_TRACE) {
            int count = (int) Math.min(left, LONGEST_TRACE);
            playOnAll(part.mix, Runs.random(random.split(), part.mix, count));
        }
    }

    private static void playOnAll(Traces.Mix mix, List<Op> ops) {
        Map<String, Census> seen = new HashMap<>();
        for (Life life : lives()) {
            seen.put(life.toString(), new Tester(Marks::new, mix).run(life, ops, CHECK_EVERY));
        }
        long different = seen.values().stream().distinct().count();
        assertEquals(1, different, () -> "one trace, several outcomes: " + seen);
    }

    /** That the runs do what they are for is seen where the magazines can be looked at. */
    @Test
    void runsGoInAndOutOfBulkMode() {
        BulkWatch watch = new BulkWatch();
        Traces.Mix mix = PARTS.getFirst().mix;
        List<Op> ops = Runs.random(Seed.random(getClass()), mix, 100_000);
        Player.play(
                life -> watch.over(new Marks(life)), Lives.named("jvm"), mix, ops, ops.size());
        assertTrue(watch.entered > 20, () -> "entered " + watch.entered + " times");
        assertTrue(watch.left > 20, () -> "left " + watch.left + " times");
    }

    /** Looks at every magazine after each 16th call of a model. */
    private static final class BulkWatch {
        private Set<Magazine> inBulk = new HashSet<>();
        private int calls;
        int entered;
        int left;

        Model over(Model model) {
            return (Model) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Model.class},
                    (proxy, method, arguments) -> {
                        try {
                            return method.invoke(model, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        } finally {
                            look();
                        }
                    });
        }

        private void look() {
            if (++calls % 16 != 0) {
                return;
            }
            Set<Magazine> now = new HashSet<>();
            for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
                for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
                    if (heap.magazine(sizeClass).isInBulk()) {
                        now.add(heap.magazine(sizeClass));
                    }
                }
            }
            entered += (int) now.stream().filter(magazine -> !inBulk.contains(magazine)).count();
            left += (int) inBulk.stream().filter(magazine -> !now.contains(magazine)).count();
            inBulk = now;
        }
    }
}
