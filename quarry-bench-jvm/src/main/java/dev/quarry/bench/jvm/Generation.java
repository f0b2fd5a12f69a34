package dev.quarry.bench.jvm;

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

/** A JVM for each column, warmed up on every row, all alive at once. */
final class Generation implements AutoCloseable {
    /** While they warm up they may share the machine. */
    private static final int AT_ONCE = 2;

    private static final int MOST_WARMINGS = 10;

    private final List<Worker> workers = new ArrayList<>();
    private final JvmScale scale;
    private final Meter meter;

    Generation(List<Column> columns, JvmScale scale, Path folder, List<String> options,
            Meter meter) {
        this.scale = scale;
        this.meter = meter;
        columns.forEach(column -> workers.add(Worker.start(column, folder, options)));
    }

    void warmUp(List<JvmRow> rows) {
        try (ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Callable<Void>> tasks = new ArrayList<>();
            workers.forEach(worker -> tasks.add(() -> warmUp(worker, rows)));
            for (Future<Void> done : pool.invokeAll(tasks)) {
                done.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private Void warmUp(Worker worker, List<JvmRow> rows) {
        rows.stream().filter(worker.column()::serves).forEach(row -> warmUp(worker, row));
        meter.step("warming up " + worker.column().name());
        return null;
    }

    /** By CPU time: what is compiled on a busy machine takes longer. */
    private void warmUp(Worker worker, JvmRow row) {
        long left = TimeUnit.MILLISECONDS.toNanos(scale.warmMillis(row));
        for (int i = 0; i < MOST_WARMINGS && left > 0; i++) {
            Sample sample = worker.measure(row.order(0, scale.warmMillis() / 2), 0);
            left -= sample.failed() ? left : sample.cpuNanos();
        }
    }

    /** A B C, A B C. */
    List<Sample> measure(JvmRow row, int firstRound, int rounds) {
        List<Sample> samples = new ArrayList<>();
        for (int round = firstRound; round < firstRound + rounds; round++) {
            for (Worker worker : workers) {
                if (worker.column().serves(row)) {
                    samples.add(worker.measure(
                            row.order(scale.leadMillis(), scale.millis()), round));
                }
                meter.step(row.name() + " " + worker.column().name());
            }
        }
        return samples;
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
    }
}
