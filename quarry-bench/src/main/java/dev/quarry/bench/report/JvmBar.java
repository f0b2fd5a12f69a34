package dev.quarry.bench.report;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.result.Figure;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What Quarry has set itself to reach on the JVM, and whether it does: a share of the CPU time of
 * the fastest native allocator in the same run, a third of Unsafe's, and no garbage. Only for the
 * sizes that the bounds are for.
 */
final class JvmBar {
    private static final Map<String, Double> BOUNDS = Map.of("pair", 0.85, "churn", 1.0,
            "mixed", 1.0, "bulk", 1.3);
    private static final double UNSAFE_BOUND = 1.0 / 3;
    private static final int MOST_BYTES = 1024;

    /** What JMH itself leaves behind in an iteration comes to less for an operation. */
    private static final double NO_GARBAGE = 0.01;

    private final RunResult result;
    private final List<String> natives;

    JvmBar(RunResult result) {
        this.result = result;
        String kind = Peer.Kind.NATIVE.name().toLowerCase(Locale.ROOT);
        natives = result.peers().stream().filter(peer -> peer.kind().equals(kind))
                .map(PeerInfo::name).toList();
    }

    TextTable table() {
        var table = new TextTable("The bar: Quarry's CPU time as a share of the fastest native"
                + " allocator's and of Unsafe's; bytes of garbage", List.of("Row", "fastest",
                        "share", "at most", "", "of unsafe", "at most", "", "garbage", ""));
        result.rows().stream().filter(row -> BOUNDS.containsKey(row.family()))
                .filter(row -> bytes(row) <= MOST_BYTES)
                .forEach(row -> table.add(line(row)));
        return table;
    }

    private static int bytes(RowResult row) {
        String[] words = row.name().split(" ");
        return words.length < 2 ? 0 : Integer.parseInt(words[1]);
    }

    private List<String> line(RowResult row) {
        Map<String, Double> medians = row.chief().medians();
        String fastest = natives.stream().filter(medians::containsKey)
                .reduce((a, b) -> medians.get(a) <= medians.get(b) ? a : b).orElse(null);
        List<String> cells = new ArrayList<>(List.of(row.name(),
                Objects.requireNonNullElse(fastest, Format.NONE)));
        Double ours = medians.get(Peer.QUARRY);
        addShare(cells, ours, medians.get(fastest), BOUNDS.get(row.family()));
        addShare(cells, ours, medians.get("unsafe"), UNSAFE_BOUND);
        Double garbage = row.figure("garbage").map(Figure::medians)
                .map(all -> all.get(Peer.QUARRY)).orElse(null);
        cells.add(Format.figure(garbage));
        cells.add(garbage == null ? Format.NONE : met(garbage < NO_GARBAGE));
        return cells;
    }

    private static void addShare(List<String> cells, Double ours, Double theirs, double bound) {
        if (ours == null || theirs == null) {
            cells.addAll(List.of(Format.NONE, Format.times(bound), Format.NONE));
            return;
        }
        double share = ours / theirs;
        cells.addAll(List.of(Format.times(share), Format.times(bound), met(share <= bound)));
    }

    private static String met(boolean met) {
        return met ? "met" : "MISSED";
    }
}
