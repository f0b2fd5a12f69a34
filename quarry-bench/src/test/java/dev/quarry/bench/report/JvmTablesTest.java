package dev.quarry.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.result.Machine;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.ResultFiles;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.workload.Metric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of the JVM side, and the bar that they hold Quarry against. */
class JvmTablesTest {
    private static final Peer QUARRY = peer("quarry", Peer.Kind.JAVA);
    private static final Peers PEERS = new Peers(List.of(QUARRY,
            peer("slow", Peer.Kind.NATIVE), peer("fast", Peer.Kind.NATIVE),
            peer("unsafe", Peer.Kind.JAVA)), QUARRY,
            List.of(QUARRY.again(), peer("harness", Peer.Kind.JAVA)), List.of());
    private static final List<Metric> METRICS = Stream.of("cpu", "wall", "garbage")
            .map(name -> new Metric(name, "", Metric.Better.LOWER, sample ->
                    name.equals("garbage") ? sample.minorFaults() : sample.cpuNanos() / 100.0))
            .toList();

    private static Peer peer(String name, Peer.Kind kind) {
        return Peer.called(name, kind, Optional.empty());
    }

    private static RowResult row(String name, Map<String, Double> nanos, long garbage) {
        return row(name, nanos, garbage, METRICS);
    }

    private static RowResult row(String name, Map<String, Double> nanos, long garbage,
            List<Metric> metrics) {
        List<Sample> samples = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (Peer peer : PEERS.columns()) {
                String base = peer.name().replace("-again", "");
                long hundredths = Math.round(100 * nanos.getOrDefault(base, 1.0));
                samples.add(new Sample(peer.name(), round, 1, hundredths, hundredths, 0, 0,
                        garbage, Map.of(), ""));
            }
        }
        return RowResult.of(name, name.split(" ")[0], 1, "", metrics, samples, PEERS);
    }

    private static RunResult run(RowResult... rows) {
        List<PeerInfo> infos = PEERS.columns().stream().map(peer -> new PeerInfo(peer.name(),
                peer.kind().name().toLowerCase(Locale.ROOT), "", "", 0, 0, "", Map.of())).toList();
        return new RunResult("test", "2026-01-01T00:00:00Z", "./quarry bench jvm", "quick", 3, 1,
                new Machine(Map.of("kernel", "Linux")), infos, List.of(), List.of(rows),
                List.of(), List.of());
    }

    private static String bar(String row, double quarry, long garbage) {
        Map<String, Double> nanos = Map.of("quarry", quarry, "slow", 20.0, "fast", 10.0,
                "unsafe", 30.0);
        return new JvmBar(run(row(row, nanos, garbage))).table().toString().lines()
                .filter(line -> line.startsWith(row)).findFirst().orElse("");
    }

    private static long missed(String line) {
        return line.split("MISSED", -1).length - 1;
    }

    @Test
    void theBarIsTheFastestNativeUnsafeAndNoGarbage() {
        String met = bar("pair 64 B", 8.0, 0);
        assertTrue(met.contains("fast") && met.contains("0.80") && met.contains("0.27"), met);
        assertEquals(0, missed(met), met);
        assertEquals(1, missed(bar("pair 64 B", 9.0, 0)));
        assertEquals(2, missed(bar("pair 64 B", 10.5, 0)));
        assertEquals(3, missed(bar("pair 64 B", 10.5, 1)));
    }

    @Test
    void eachWorkloadHasItsBound() {
        assertEquals(0, missed(bar("churn 64 B", 9.9, 0)));
        assertEquals(1, missed(bar("bulk 64 B", 12.9, 0)), "of unsafe alone");
        assertEquals("", bar("pair 4096 B", 8.0, 0), "only small sizes have bounds");
    }

    @Test
    void allocatorsGoDownAndSizesAcross() {
        Map<String, Double> nanos = Map.of("quarry", 5.0, "slow", 20.0, "fast", 4.0);
        String tables = Tables.of(run(row("pair 16 B", nanos, 0), row("pair 64 B", nanos, 0)));
        assertTrue(tables.contains("JVM side"), tables);
        assertTrue(tables.matches("(?s).*slow +20\\.0 W +20\\.0 W\n.*"), tables);
        assertTrue(tables.matches("(?s).*fast +4\\.00 L +4\\.00 L\n.*"), tables);
        assertTrue(tables.matches("(?s).*Every loss.*pair 16 B +fast +cpu +1\\.25.*"), tables);
        assertFalse(tables.contains("peak memory"), tables);
    }

    @Test
    void memoryStandsApartWithItsFiguresAcross() {
        List<Metric> metrics = List.of(new Metric("end", "MB", Metric.Better.LOWER,
                sample -> sample.cpuNanos() / 100.0), new Metric("peak", "MB",
                Metric.Better.LOWER, sample -> 8));
        RowResult row = row("burst-idle", Map.of("quarry", 4.0, "slow", 2.0), 0, metrics);
        String tables = Tables.of(run(row("mixed", Map.of("quarry", 5.0), 0), row));
        assertTrue(tables.matches("(?s).*burst-idle: resident memory.*Allocator +end +peak\n.*"),
                tables);
        assertTrue(tables.matches("(?s).*slow +2\\.00 L +8\\.00 =.*"), tables);
    }

    @Test
    void rawFilesHoldEverything(@TempDir Path folder) {
        RunResult result = run(row("mixed", Map.of("quarry", 5.0), 0));
        ResultFiles.write(folder, result, "tables");
        assertEquals(Tables.of(result), Tables.of(ResultFiles.read(folder)));
    }
}
