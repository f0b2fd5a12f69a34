package dev.quarry.bench.page;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.result.LoopCost;
import dev.quarry.bench.result.Machine;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.workload.Metric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** A run of each life with figures that are known. */
final class Given {
    private static final int ROUNDS = 3;

    /** Names that must not become part of the page's own markup. */
    static final String LABEL = "a <b>&\"label\"</script>";

    private Given() {
    }

    /**
     * Quarry wins {@code pair} twice over, loses {@code larson x2} to mimalloc by 1.5 and
     * {@code burst-idle} to glibc by 4; mimalloc fails in {@code burst-idle}.
     */
    static RunResult ofC() {
        Peer quarry = Peer.preloaded("quarry", Path.of("libquarry.so"));
        var peers = new Peers(List.of(quarry, Peer.system(),
                Peer.preloaded("mimalloc", Path.of("libmimalloc.so"))), quarry,
                List.of(quarry.again(), Peer.harness()), List.of());
        Metric end = Metric.resident("end_kb");
        List<RowResult> rows = List.of(
                row("pair 16 B", 0, Metric.CPU, peers, Map.of("quarry", 50), Map.of(), ""),
                row("larson x1", 1, Metric.CPU, peers, Map.of("mimalloc", 100), Map.of(), ""),
                row("larson x2", 2, Metric.CPU, peers, Map.of("quarry", 150, "glibc", 400),
                        Map.of(), ""),
                row("burst-idle", 0, end, peers, Map.of(), Map.of("end_kb",
                        peer -> peer.equals("glibc") ? 1024 : 4096, "peak_kb", peer -> 8192,
                        "freed_kb", peer -> 6144, "idle_1000ms_kb", peer -> 4096,
                        "idle_250ms_kb", peer -> 5120), "mimalloc"));
        return run(LABEL, "./quarry bench c", peers, rows, List.of(new LoopCost("pair", 16,
                Map.of("quarry", 54.0, "glibc", 136.0, "mimalloc", 112.0))));
    }

    /** Quarry and mimalloc tie; a call in a hundred takes longer than 90 ns, or 180. */
    static RunResult ofJvm() {
        Peer quarry = Peer.called("quarry", Peer.Kind.JAVA, Optional.empty());
        var peers = new Peers(List.of(quarry,
                Peer.called("mimalloc", Peer.Kind.NATIVE, Optional.empty())), quarry,
                List.of(quarry.again()), List.of());
        ToLongFunction<String> tail = peer -> peer.equals("mimalloc") ? 180 : 90;
        var metrics = List.of("cpu", "wall", "garbage", "p50", "p99", "p999");
        return run("jvm", "./quarry bench jvm", peers, List.of(row("hand-over x2", 2,
                metrics.stream().map(name -> new Metric(name, "ns", Metric.Better.LOWER,
                        Sample::cpuNanos)).toList(), peers, Map.of(), Map.of("p50_ns",
                        peer -> 30, "p99_ns", tail, "max_ns", peer -> 10_000), "")), List.of());
    }

    private static RowResult row(String name, int threads, Metric chief, Peers peers,
            Map<String, Integer> millis, Map<String, ToLongFunction<String>> notes,
            String failing) {
        return row(name, threads, List.of(chief, Metric.PEAK), peers, millis, notes, failing);
    }

    /** A hundred milliseconds where nothing else is said. */
    private static RowResult row(String name, int threads, List<Metric> metrics, Peers peers,
            Map<String, Integer> millis, Map<String, ToLongFunction<String>> notes,
            String failing) {
        List<Sample> samples = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (Peer peer : peers.columns()) {
                String base = peer.name().replace("-again", "");
                long nanos = 1_000_000L * millis.getOrDefault(base, 100);
                Map<String, Long> said = new LinkedHashMap<>();
                notes.forEach((note, value) -> said.put(note, value.applyAsLong(base)));
                samples.add(new Sample(peer.name(), round, 1_000_000, nanos, nanos, nanos / 1000,
                        2048, 100, said, peer.name().equals(failing) ? "killed" : ""));
            }
        }
        return RowResult.of(name, name.split(" ")[0], threads, name, metrics, samples, peers);
    }

    private static RunResult run(String label, String command, Peers peers, List<RowResult> rows,
            List<LoopCost> instructions) {
        List<PeerInfo> infos = peers.columns().stream().map(peer -> new PeerInfo(peer.name(),
                peer.kind().name().toLowerCase(Locale.ROOT), "lib.so", "1", 10, 5, "",
                Map.of())).toList();
        return new RunResult(label, "2026-01-01T00:00:00Z", command, "quick", ROUNDS, 60,
                new Machine(Map.of("kernel", "Linux", "quarry revision", "abc1234")), infos,
                List.of("tcmalloc is not installed"), rows, instructions, List.of());
    }
}
