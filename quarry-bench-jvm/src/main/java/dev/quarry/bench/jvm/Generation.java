package dev.quarry.bench.jvm;

import dev.quarry.bench.run.Budget;
import dev.quarry.bench.run.Meter;
import dev.quarry.bench.run.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A JVM for each column, warmed up on every row, all alive at once. One that a row has killed is
 * replaced, and runs that row no more.
 */
final class Generation implements AutoCloseable {
    /** While they warm up they may share the machine. */
    private static final int AT_ONCE = 2;

    private static final int WATCHED_AT_ONCE = 8;

    private static final int MOST_WARMINGS = 10;

    /** Of all rows together: downcalls reach their speed late. */
    private static final int LEAST_WARM_MILLIS = 2000;

    private final List<Worker> workers = new ArrayList<>();
    private final List<JvmRow> rows;
    private final JvmScale scale;
    private final Starter starter;
    private final Failures failures;
    private final Meter meter;

    /** How a worker is started. */
    record Starter(Path folder, List<String> options) {
        Worker start(Column column) {
            return Worker.start(column, folder, options);
        }
    }

    Generation(List<Column> columns, List<JvmRow> rows, JvmScale scale, Starter starter,
            Failures failures, Meter meter) {
        this.rows = rows;
        this.scale = scale;
        this.starter = starter;
        this.failures = failures;
        this.meter = meter;
        columns.forEach(column -> workers.add(starter.start(column)));
    }

    void warmUp() {
        together(AT_ONCE, number -> {
            warmUpAll(number);
            meter.step("warming up " + workers.get(number).column().name());
            return List.of();
        });
    }

    /** What the JVMs, which have done nothing yet, have in memory: they mostly sleep meanwhile. */
    List<Sample> watch(JvmRow row, int round) {
        return together(WATCHED_AT_ONCE, number -> {
            Worker worker = workers.get(number);
            meter.step(row.name() + " " + worker.column().name());
            return worker.column().serves(row)
                    ? List.of(worker.measure(row.order(0, scale.idleMillis()), round)) : List.of();
        });
    }

    /** Asks all workers, so many at a time; the answers in the order of the columns. */
    private List<Sample> together(int atOnce, IntFunction<List<Sample>> work) {
        List<Sample> samples = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(atOnce)) {
            List<Callable<List<Sample>>> tasks = new ArrayList<>();
            IntStream.range(0, workers.size()).forEach(i -> tasks.add(() -> work.apply(i)));
            for (Future<List<Sample>> done : pool.invokeAll(tasks)) {
                samples.addAll(done.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return samples;
    }

    private void warmUpAll(int number) {
        for (JvmRow row : rows) {
            Column column = workers.get(number).column();
            if (column.serves(row) && !failures.has(column, row)) {
                warmUp(number, row);
            }
        }
    }

    /** By CPU time: what is compiled on a busy machine takes longer. */
    private void warmUp(int number, JvmRow row) {
        int millis = Math.max(scale.warmMillis(row), LEAST_WARM_MILLIS / rows.size());
        long left = TimeUnit.MILLISECONDS.toNanos(millis);
        for (int i = 0; i < MOST_WARMINGS && left > 0; i++) {
            Sample sample = run(number, row, 0, millis / 4, 0);
            left -= sample.failed() ? left : sample.cpuNanos();
        }
    }

    /** A B C, A B C, as often as the scale says and the budget allows; once at least. */
    List<Sample> measure(JvmRow row, int firstRound, Budget budget) {
        List<Sample> samples = new ArrayList<>();
        budget.beginRow(1);
        int done = 0;
        for (; done < scale.rounds() && budget.allowsRound(done, 1); done++) {
            int round = firstRound + done;
            for (int i = 0; i < workers.size(); i++) {
                Column column = workers.get(i).column();
                if (failures.has(column, row)) {
                    samples.add(failures.sample(column, row, round));
                } else if (column.serves(row)) {
                    samples.add(run(i, row, scale.leadMillis(), scale.millis(), round));
                }
                meter.step(row.name() + " " + column.name());
            }
        }
        meter.skip((long) (scale.rounds() - done) * workers.size());
        return samples;
    }

    private Sample run(int number, JvmRow row, int leadMillis, int millis, int round) {
        Worker worker = workers.get(number);
        Sample sample = worker.measure(row.order(leadMillis, millis), round);
        if (sample.failed()) {
            failures.add(worker.column(), row, sample.failure());
            worker.close();
            workers.set(number, starter.start(worker.column()));
            warmUpAll(number);
        }
        return sample;
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
    }
}
