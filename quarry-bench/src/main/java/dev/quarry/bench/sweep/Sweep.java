package dev.quarry.bench.sweep;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.workload.Catalogue;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.Scale;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Quarry's magazines at several settings, on the loops and programs that feel them most. */
public final class Sweep {
    /** Rows, and the size of their blocks if it is one. */
    private static final Map<String, Long> ROWS = rowsWithSizes();

    private static final long MANY_SIZES = 0;
    private static final List<Integer> THREADS = List.of(1, 4);

    private final Peer quarry;

    public Sweep(Peer quarry) {
        this.quarry = quarry;
    }

    private static Map<String, Long> rowsWithSizes() {
        Map<String, Long> rows = new LinkedHashMap<>();
        rows.put("bulk 16 B", 16L);
        rows.put("churn 16 B", 16L);
        rows.put("churn 256 B", 256L);
        rows.put("larson x1", MANY_SIZES);
        rows.put("mstress x1", MANY_SIZES);
        rows.put("mstress x4", MANY_SIZES);
        return rows;
    }

    public static List<Row> rows(Layout layout, Scale scale) {
        List<Row> all = Catalogue.rows(layout, scale, THREADS);
        return ROWS.keySet().stream().map(name -> all.stream()
                .filter(row -> row.name().equals(name)).findFirst().orElseThrow()).toList();
    }

    /** The columns of a row. */
    public Peers columns(Row row) {
        long size = ROWS.get(row.name());
        return Peers.variants(quarry, Point.all().stream()
                .map(point -> size == MANY_SIZES ? point.of(quarry) : point.of(quarry, size))
                .toList());
    }

    /** The columns with all that is set for them in any row, for the record. */
    public Peers described() {
        return Peers.variants(quarry,
                Point.all().stream().map(point -> point.described(quarry)).toList());
    }
}
