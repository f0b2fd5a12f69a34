package dev.quarry.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.result.LoopCost;
import dev.quarry.bench.result.Machine;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.ResultFiles;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Launcher;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.workload.Metric;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From samples to tables and back through the raw files. */
class ReportTest {
    private static final Peer QUARRY = Peer.preloaded("quarry", Path.of("libquarry.so"));
    private static final Peers PEERS = new Peers(List.of(QUARRY, Peer.system(),
            Peer.preloaded("other", Path.of("libother.so"))), QUARRY,
            List.of(QUARRY.again(), Peer.harness(), Peer.work()), List.of());

    private record Nothing(String shown) implements Task {
        @Override
        public boolean serves(Peer peer) {
            return true;
        }

        @Override
        public Sample run(Launcher launcher, Peer peer, int round) {
            throw new UnsupportedOperationException();
        }
    }

    private static Sample sample(String peer, int round, double millis, String failure) {
        return new Sample(peer, round, 1_000_000, (long) (millis * 1e6), (long) (millis * 1e6),
                (long) (millis * 1e3), 2048, 100, Map.of("end_kb", 512L), failure);
    }

    /** Quarry as given, the C library 100 ms, the other fails in the first round. */
    private static RunResult run(double quarryMillis, double systemMillis) {
        List<Sample> samples = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            samples.add(sample("quarry", round, quarryMillis, ""));
            samples.add(sample("glibc", round, systemMillis, ""));
            samples.add(sample("quarry-again", round, quarryMillis * 1.01, ""));
            samples.add(sample("harness", round, 5, ""));
            samples.add(sample("work", round, 8, ""));
        }
        samples.add(sample("other", 0, 1, "killed by signal 11"));
        var row = new Row("loop x1", "loop", 1, new Nothing("loop --ops 1"),
                List.of(Metric.RATE), 1, Row.Rounds.USUAL);
        List<PeerInfo> infos = PEERS.columns().stream().map(peer -> new PeerInfo(peer.name(),
                "preload", "lib.so", "1", 10, 5, "", peer.environment())).toList();
        return new RunResult("test", "2026-01-01T00:00:00Z", "./quarry bench c", "quick", 3, 1,
                new Machine(Map.of("kernel", "Linux")), infos, List.of(),
                List.of(RowResult.of(row, samples, PEERS)),
                List.of(new LoopCost("pair", 64, Map.of("quarry", 58.0))), List.of());
    }

    @Test
    void tablesNameWinsLossesAndFailures() {
        String tables = Tables.of(run(50, 100));
        assertTrue(tables.contains("W -"), tables);
        assertTrue(tables.contains("other: killed by signal 11"), tables);
        assertTrue(tables.matches("(?s).*loop x1 .* 10\\.0 % +6\\.0 % .*"),
                "the harness is a tenth of the fastest, the work six hundredths: " + tables);
        assertTrue(tables.contains("58.0"), tables);
    }

    @Test
    void noLossIsHidden() {
        String tables = Tables.of(run(150, 100));
        assertTrue(tables.contains("L -"), tables);
        assertTrue(tables.matches("(?s).*Every loss.*loop x1 +glibc +rate +1\\.50.*"), tables);
    }

    @Test
    void rawFilesHoldEverything(@TempDir Path folder) throws Exception {
        RunResult result = run(50, 100);
        ResultFiles.write(folder, result, "tables");
        assertEquals(result, ResultFiles.read(folder));
        assertEquals(1 + 16, Files.readAllLines(folder.resolve("samples.csv")).size());
        assertTrue(Files.readString(folder.resolve("medians.csv")).contains("WIN"));
    }

    @Test
    void baselineFlagsARegression() {
        String text = Baseline.compare(run(60, 100), run(50, 100));
        assertTrue(text.contains("! worse"), text);
    }

    @Test
    void aSlowerDayIsNoRegression() {
        String text = Baseline.compare(run(60, 120), run(50, 100));
        assertFalse(text.contains("! worse"), text);
    }
}
