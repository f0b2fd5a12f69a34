package dev.quarry.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.report.SweepTable;
import dev.quarry.bench.result.Machine;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.Scale;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is set in which row, and how the table says it. */
class SweepTest {
    private static final Sweep SWEEP =
            new Sweep(Peer.preloaded(Peer.QUARRY, Path.of("libquarry.so")));

    private static Row row(String name) {
        return Sweep.rows(Layout.find(), Scale.QUICK).stream()
                .filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    private static Map<String, String> set(String row, String column) {
        return SWEEP.columns(row(row)).columns().stream()
                .filter(peer -> peer.name().equals(column)).findFirst().orElseThrow()
                .environment();
    }

    @ParameterizedTest
    @EnumSource
    void allRowsAreThere(Scale scale) {
        assertEquals(6, Sweep.rows(Layout.find(), scale).size());
    }

    @Test
    void aBoundInBlocksDependsOnTheRow() {
        assertEquals(Map.of("QUARRY_MAGAZINE_BYTES_PER_HEAP", "128"), set("bulk 16 B", "8/4"));
        assertEquals(Map.of("QUARRY_MAGAZINE_BYTES_PER_HEAP", "16384"),
                set("churn 256 B", "64/32"));
        assertEquals(Map.of("QUARRY_MAGAZINE_BLOCKS", "16", "QUARRY_MAGAZINE_BYTES_PER_HEAP",
                "163840"), set("mstress x4", "16/8"));
        assertEquals(Map.of(), set("larson x1", "quarry"));
        assertEquals(Map.of(), set("larson x1", "quarry-again"));
    }

    private static Sample sample(String peer, int round, double millis) {
        return new Sample(peer, round, 1_000_000, (long) (millis * 1e6), (long) (millis * 1e6),
                1, 1, 1, Map.of(), "");
    }

    @Test
    void theTableSaysWhatIsFasterThanTheDefaults() {
        Row row = row("bulk 16 B");
        List<Sample> samples = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (Peer peer : SWEEP.columns(row).columns()) {
                boolean isFaster = peer.name().equals("32/16");
                samples.add(sample(peer.name(), round, isFaster ? 50 : 100));
            }
        }
        RunResult result = new RunResult("x", "", "", "quick", 3, 1, new Machine(Map.of()),
                SWEEP.described().columns().stream()
                        .map(peer -> new PeerInfo(peer.name(), "", "", "", 1, 1, "",
                                peer.environment())).toList(),
                List.of(), List.of(RowResult.of(row, samples, SWEEP.columns(row))), List.of(),
                List.of());
        String table = SweepTable.of(result);
        assertTrue(table.matches("(?s).*\n32/16 +2\\.00 +2\\.00 .*PER_HEAP=163840.*"), table);
        assertTrue(table.matches("(?s).*\n16/8 +1\\.00 = +1\\.00 .*"), table);
    }
}
