package dev.quarry.bench.cli;

import dev.quarry.bench.build.CBuild;
import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.report.SweepTable;
import dev.quarry.bench.result.Machine;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Launcher;
import dev.quarry.bench.run.Meter;
import dev.quarry.bench.run.Meters;
import dev.quarry.bench.run.RowRunner;
import dev.quarry.bench.sweep.Sweep;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.Scale;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench sweep}: which sizes of magazines serve best. */
@Command(name = "sweep", sortOptions = false,
        description = "Measures Quarry with other sizes of its magazines.")
public final class SweepCommand implements Callable<Integer> {

    @Option(names = "--quick", description = "Less work and fewer rounds.")
    private boolean quick;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds (9, with --quick 3).")
    private Integer rounds;

    @Option(names = "--label", paramLabel = "NAME",
            description = "Name of the folder for the raw files (default: date and scale).")
    private String label;

    @Spec
    private CommandSpec spec;

    private final Instant began = Instant.now();

    @Override
    public Integer call() {
        return Runs.exitCode(spec, () -> measure(Layout.find()));
    }

    private int measure(Layout layout) {
        if (rounds != null && rounds < 1) {
            throw new IllegalArgumentException("--rounds must be at least 1");
        }
        Scale scale = quick ? Scale.QUICK : Scale.FULL;
        String name = Runs.name(label, "sweep", scale);
        RunResult result = run(layout, scale, name);
        Runs.publish(spec, layout, name, result, SweepTable.of(result));
        return 0;
    }

    private RunResult run(Layout layout, Scale scale, String name) {
        var sweep = new Sweep(quarry(layout));
        Machine machine = Machine.look(layout);
        int usualRounds = rounds != null ? rounds : scale.rounds();
        new CBuild(layout).compileAll();
        List<RowResult> results;
        try (Meter meter = Meters.choose(System.err)) {
            List<Row> rows = Sweep.rows(layout, scale);
            var runner = new RowRunner(new Launcher(layout), meter, usualRounds);
            results = new Series(runner, meter, sweep::columns).measure(rows, scale.budget());
        }
        return new RunResult(name, began.truncatedTo(ChronoUnit.SECONDS).toString(),
                Runs.typed("./quarry bench", spec), scale.name().toLowerCase(Locale.ROOT),
                usualRounds,
                Duration.between(began, Instant.now()).toSeconds(), machine,
                sweep.described().columns().stream().map(peer -> PeerInfo.of(layout, peer))
                        .toList(),
                List.of(), results, List.of(), List.of());
    }

    private static Peer quarry(Layout layout) {
        Peers found = Peers.find(layout, Map.of(), List.of());
        if (!found.hasQuarry()) {
            throw new IllegalStateException(found.missing().getFirst());
        }
        return found.allocators().getFirst();
    }
}
