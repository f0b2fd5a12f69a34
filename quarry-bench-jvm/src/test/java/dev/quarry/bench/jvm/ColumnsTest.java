package dev.quarry.bench.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.jvm.allocator.ConfinedArena;
import dev.quarry.bench.jvm.allocator.ObjectAllocator;
import dev.quarry.bench.jvm.worker.Answer;
import dev.quarry.bench.jvm.worker.Order;
import dev.quarry.bench.run.Budget;
import dev.quarry.bench.run.Meter;
import dev.quarry.bench.run.Meters;
import dev.quarry.bench.run.Sample;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each allocator is really measured, in a JVM of its own. */
class ColumnsTest {
    private static final Order SHORT = new Order(Order.Kind.LOOP, "mixed", 0, 0, 20);

    private static final JvmRow HAND_OVER = new JvmRow(Order.Kind.THREADS, "hand-over", 2);

    @TempDir
    Path folder;

    static Stream<Column> columns() {
        return Columns.find(JvmScale.FULL, Map.of(), List.of()).all().stream();
    }

    private static void isWhole(Column column, Sample sample) {
        assertEquals("", sample.failure());
        assertEquals(column.name(), sample.peer());
        assertTrue(sample.ops() > 0 && sample.cpuNanos() > 0, sample.toString());
    }

    private Sample measure(Column column, Order order) {
        try (Worker worker = Worker.start(column, folder, List.of())) {
            return worker.measure(order, 0);
        }
    }

    @ParameterizedTest
    @MethodSource("columns")
    void isMeasured(Column column) {
        try (Worker worker = Worker.start(column, folder, List.of())) {
            isWhole(column, worker.measure(SHORT, 0));
            if (column.serves(HAND_OVER)) {
                isWhole(column, worker.measure(HAND_OVER.order(0, 20), 0));
            }
        }
    }

    @Test
    void quarryLeavesNoGarbage() {
        Column quarry = Columns.find(JvmScale.QUICK, Map.of(), List.of()).compared().getFirst();
        Sample sample = measure(quarry, new Order(Order.Kind.LOOP, "churn", 64, 200, 200));
        long bytes = sample.notes().get(Answer.GARBAGE) * sample.ops() / 1000;
        assertTrue(bytes < 100_000, bytes + " bytes in " + sample.ops() + " operations");
    }

    @Test
    void garbageIsSeen() {
        Column confined = Columns.find(JvmScale.QUICK, Map.of(), List.of("confined")).compared()
                .getLast();
        Sample sample = measure(confined, new Order(Order.Kind.LOOP, "churn", 64, 200, 200));
        assertTrue(sample.notes().get(Answer.GARBAGE) > 16_000, sample.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"quarry", "glibc", "netty-pooled", "confined"})
    void aBurstIsSeenInMemory(String name) {
        Column column = columns().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
        Sample sample = measure(column, new Order(Order.Kind.MEMORY, "burst-idle", 32, 0, 2500));
        isWhole(column, sample);
        long peak = sample.notes().get("peak_kb");
        assertTrue(peak > 32 * 1024 && peak < 80 * 1024, sample.toString());
        if (name.equals("quarry")) {
            assertTrue(sample.notes().get("end_kb") < peak / 2, sample.toString());
        }
    }

    /** A JVM that dies is a failure with a reason, and stays one. */
    @Test
    void aLibraryWithoutMallocFails() {
        Column column = Column.critical("none", Path.of("/nowhere/libnone.so"));
        try (Worker worker = Worker.start(column, folder, List.of())) {
            assertNotEquals("", worker.measure(SHORT, 0).failure());
            assertTrue(worker.measure(SHORT, 1).failure().contains("NoSuchFile"),
                    worker.measure(SHORT, 2).failure());
        }
    }

    /** What one row has killed is started again for the others. */
    @Test
    void aFailureIsOfItsRowAlone() {
        List<JvmRow> rows = List.of(HAND_OVER, new JvmRow(Order.Kind.LOOP, "mixed", 0));
        Column confined = Columns.find(JvmScale.QUICK, Map.of(), List.of("confined")).compared()
                .getLast();
        Column outsider = new Column(confined.peer(), Outsider.class, List.of(),
                Column.Need.ALWAYS);
        try (Meter meter = Meters.choose(System.err);
                var generation = new Generation(List.of(outsider), rows, JvmScale.QUICK,
                        new Generation.Starter(folder, List.of()), new Failures(), meter)) {
            generation.warmUp();
            var budget = new Budget(Duration.ZERO, rows.size());
            Sample killed = generation.measure(rows.getFirst(), 0, budget).getFirst();
            assertTrue(killed.failure().contains("WrongThreadException"), killed.toString());
            List<Sample> others = generation.measure(rows.getLast(), 0, budget);
            isWhole(outsider, others.getFirst());
            assertEquals(1, others.size(), "no time for a second round");
        }
    }

    /** Confined arenas that nobody keeps from workloads of several threads. */
    public static final class Outsider implements ObjectAllocator<Arena> {
        private final ConfinedArena arenas = new ConfinedArena();

        @Override
        public Arena allocateAndWrite(int bytes) {
            return arenas.allocateAndWrite(bytes);
        }

        @Override
        public void free(Arena arena) {
            arenas.free(arena);
        }
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThrows(IllegalArgumentException.class,
                () -> Columns.find(JvmScale.QUICK, Map.of(), List.of("nobody")));
        assertThrows(IllegalArgumentException.class,
                () -> JvmRow.select(JvmRow.all(List.of(16), List.of(2)), List.of("pair 17 B")));
    }

    @Test
    void quickRunsLeaveSomeOut() {
        List<String> quick = Columns.find(JvmScale.QUICK, Map.of(), List.of()).all().stream()
                .map(Column::name).toList();
        assertTrue(quick.containsAll(List.of("quarry", "glibc", "unsafe", "quarry-again",
                "harness")), quick.toString());
        assertTrue(!quick.contains("arrow"), quick.toString());
    }
}
