package dev.quarry.bench.page;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.LoopCost;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.workload.Metric;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the charts of a run are drawn from, as JSON in the page: the run without single samples.
 *
 * @param columns every column's name, Quarry first when it ran
 */
record ChartData(List<String> columns, List<Row> rows, List<LoopCost> instructions) {

    /** Rows of one thread, of programs too. */
    static final String ALONE = "alone";

    /** Rows of workloads that are for several threads. */
    static final String THREADS = "threads";

    /** Stands for a row's chief metric. */
    static final String CHIEF = "chief";

    /** A row with its figures, the chief one first; group is one of those above. */
    record Row(String name, String family, String group, int threads, List<Figure> figures,
            Curve curve) {
        boolean hasCurve(String kind) {
            return curve != null && curve.kind().equals(kind);
        }
    }

    static ChartData of(RunResult run) {
        Set<String> families = run.rows().stream().filter(row -> row.threads() > 1)
                .map(RowResult::family).collect(Collectors.toSet());
        return new ChartData(run.peers().stream().map(PeerInfo::name).toList(),
                run.rows().stream().map(row -> new Row(row.name(), row.family(),
                        families.contains(row.family()) ? THREADS : ALONE, row.threads(),
                        row.figures(), Curve.of(row).orElse(null))).toList(),
                run.instructions());
    }

    boolean hasQuarry() {
        return columns.contains(Peer.QUARRY);
    }

    /** Whether a row of the group has the metric; the chief one of a row is a metric too. */
    boolean has(String group, String metric) {
        return rows.stream().filter(row -> row.group.equals(group)).anyMatch(row ->
                metric.equals(CHIEF) || row.figures.stream().anyMatch(figure ->
                        figure.metric().equals(metric)));
    }

    /** Workloads that ran with one thread and with more, and are about time. */
    List<String> scaledFamilies() {
        Set<String> alone = rows.stream().filter(row -> row.threads == 1)
                .filter(row -> !row.figures.getFirst().unit().equals(Metric.PEAK.unit()))
                .map(Row::family).collect(Collectors.toSet());
        return rows.stream().filter(row -> row.threads > 1 && alone.contains(row.family))
                .map(Row::family).distinct().toList();
    }
}
