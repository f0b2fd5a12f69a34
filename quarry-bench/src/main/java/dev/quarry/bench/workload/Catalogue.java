package dev.quarry.bench.workload;

import dev.quarry.bench.build.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The suite's own workloads, with the arguments they run with. */
public final class Catalogue {
    private final Layout layout;
    private final Scale scale;
    private final List<Integer> threads;
    private final List<Row> rows = new ArrayList<>();

    private Catalogue(Layout layout, Scale scale, List<Integer> threads) {
        this.layout = layout;
        this.scale = scale;
        this.threads = threads;
    }

    /** All rows, in the order of the tables. */
    public static List<Row> rows(Layout layout, Scale scale, List<Integer> threads) {
        var catalogue = new Catalogue(layout, scale, threads);
        catalogue.loops();
        catalogue.scaling();
        catalogue.sharing();
        catalogue.large();
        catalogue.memory();
        return List.copyOf(catalogue.rows);
    }

    private void loops() {
        for (int size : scale.sizes()) {
            loop("pair", size, 20_000_000);
        }
        for (int size : scale.sizes()) {
            loop("churn", size, 20_000_000);
        }
        for (int size : scale.sizes()) {
            loop("bulk", size, size < 256 ? 12_288_000 : size < 1024 ? 4_096_000 : 1_536_000);
        }
        single("mixed", "mixed", Metric.RATE, 20_000_000);
        single("glibc-simple", "glibc-simple", Metric.CPU, 4_000_000);
    }

    /** The C library gives the memory of large bulks back each time: fewer of those. */
    private void loop(String loop, int size, long ops) {
        single(loop + " " + size + " B", loop, Metric.RATE, ops, "--size", size);
    }

    /** Those whose threads should not be in each other's way. */
    private void scaling() {
        scaled("glibc-thread", Metric.RATE, 16_000_000);
        scaled("larson", Metric.RATE, 8_000_000);
        scaled("mstress", Metric.CPU, 2_000_000);
        scaled("alloc-test", Metric.CPU, 8_000_000);
        scaled("sh6bench", Metric.CPU, 8_000_000);
        scaled("sh8bench", Metric.CPU, 8_000_000);
        scaled("rptest", Metric.RATE, 300_000);
        scaled("xmalloc-test", Metric.RATE, 12_000_000);
        // Not scaled: with less to do the start of 200 threads would be what is measured.
        add("xmalloc-test x100", "xmalloc-test", 100, List.of(Metric.RATE), 0.6,
                Row.Rounds.USUAL, "--ops", 8_000_000, "--threads", 100);
        for (int count : allowed(1, 4)) {
            threaded("larson-sized", Metric.RATE, 8_000_000, count);
        }
    }

    private void sharing() {
        for (int count : allowed(2, 4)) {
            threaded("cache-scratch", Metric.CPU, 120_000, count);
            threaded("cache-thrash", Metric.CPU, 120_000, count);
        }
    }

    private void large() {
        single("malloc-large", "malloc-large", Metric.CPU, 300);
        single("realloc growth", "realloc", Metric.CPU, 6_000, "--mode", "growth");
        add("records", "records", 0, List.of(Metric.CPU, Metric.time("cold_allocate_ns"),
                Metric.time("cold_sum_ns"), Metric.time("cold_release_ns"),
                Metric.time("warm_allocate_ns"), Metric.time("warm_sum_ns"),
                Metric.time("warm_release_ns")), 0.5, Row.Rounds.USUAL,
                "--ops", scale.of(4_000_000));
    }

    /** Those that are about resident memory and limits first. */
    private void memory() {
        for (int count : allowed(1, 4)) {
            add("mleak x" + count, "mleak", count,
                    List.of(Metric.resident("end_kb"), Metric.CPU), 0.4, Row.Rounds.FEW,
                    "--ops", scale.of(400_000), "--threads", count);
        }
        add("realloc shrink", "realloc", 0, List.of(Metric.resident("end_kb"),
                Metric.resident("cut_idle_kb"), Metric.resident("cut_kb"),
                Metric.resident("grown_kb"), Metric.resident("freed_kb"), Metric.CPU), 3.4,
                Row.Rounds.FEW, "--mode", "shrink");
        add("burst-idle", "burst-idle", 0, List.of(Metric.resident("end_kb"),
                Metric.resident("freed_kb"), Metric.resident("idle_1000ms_kb"),
                Metric.resident("idle_2000ms_kb"), Metric.CPU), 6, Row.Rounds.FEW,
                "--mib", scale.of(1024), "--idle", "3000");
        for (String kind : List.of("data", "as")) {
            add("exhaust " + kind, "exhaust", 0, List.of(Metric.permille("used_permille"),
                    Metric.permille("again_permille"), Metric.CPU), 1, Row.Rounds.FEW,
                    "--kind", kind, "--mib", scale == Scale.FULL ? 128 : 64);
        }
        add("trivial", "trivial", 0, List.of(Metric.PROCESS_CPU, Metric.WALL), 0.03,
                Row.Rounds.MANY);
    }

    private void scaled(String workload, Metric metric, long ops) {
        for (int count : threads) {
            threaded(workload, metric, ops, count);
        }
    }

    private void threaded(String workload, Metric metric, long ops, int count) {
        add(workload + " x" + count, workload, count, List.of(metric), 0.6, Row.Rounds.USUAL,
                "--ops", scale.of(ops), "--threads", count);
    }

    private void single(String name, String workload, Metric metric, long ops, Object... more) {
        add(name, workload, 0, List.of(metric), 0.4, Row.Rounds.USUAL,
                Stream.concat(Stream.of("--ops", scale.of(ops)), Arrays.stream(more)).toArray());
    }

    private void add(String name, String workload, int count, List<Metric> metrics,
            double seconds, Row.Rounds rounds, Object... arguments) {
        List<String> words = Arrays.stream(arguments).map(Object::toString).toList();
        var task = new WorkloadTask(layout, workload, words, scale.limit());
        rows.add(new Row(name, workload, count, task, metrics, seconds, rounds));
    }

    private List<Integer> allowed(Integer... counts) {
        return Arrays.stream(counts).filter(threads::contains).toList();
    }
}
