package dev.quarry.bench.cli;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Tuning;
import dev.quarry.bench.report.Baseline;
import dev.quarry.bench.report.Tables;
import dev.quarry.bench.result.ResultFiles;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Meter;
import dev.quarry.bench.run.Meters;
import dev.quarry.bench.workload.Scale;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench c}: Quarry's C library beside the allocators found on the machine. */
@Command(name = "c", sortOptions = false,
        description = "Measures Quarry's C library beside its peers.")
public final class CCommand implements Callable<Integer> {

    @Option(names = "--quick", description = "Less work and fewer rounds: under five minutes.")
    private boolean quick;

    @Option(names = "--only", split = ",", paramLabel = "NAME",
            description = "Only these workloads or programs; \"instructions\" for callgrind.")
    private List<String> only = List.of();

    @Option(names = "--threads", split = ",", paramLabel = "N",
            description = "Thread counts, such as 1,2,4.")
    private List<Integer> threads = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds (9, with --quick 3).")
    private Integer rounds;

    @Option(names = "--peer", paramLabel = "NAME=LIBRARY",
            description = "Another allocator to preload, or an earlier build of Quarry;"
                    + " \"quarry\" replaces the built one.")
    private Map<String, Path> peers = new LinkedHashMap<>();

    @Option(names = "--tune", paramLabel = "NAME[@PEER]:VARIABLE=VALUE[,...]",
            description = "One more column: Quarry, or PEER, with environment variables set.")
    private List<String> tunings = List.of();

    @Option(names = "--mimalloc-bench", paramLabel = "DIR",
            description = "A built checkout of that suite; its programs become rows too.")
    private Path foreignSuite;

    @Option(names = "--perf", description = "Also sample the share of time per function.")
    private boolean perf;

    @Option(names = "--baseline", paramLabel = "DIR",
            description = "Compare with the raw files of an earlier run.")
    private Path baseline;

    @Option(names = "--label", paramLabel = "NAME",
            description = "Name of the folder for the raw files (default: date and scale).")
    private String label;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        return Runs.exitCode(spec, () -> measure(Layout.find()));
    }

    private int measure(Layout layout) {
        Optional<RunResult> earlier = Optional.ofNullable(baseline).map(ResultFiles::read);
        Selection selection = selection();
        String name = Runs.name(label, "c", selection.scale());
        RunResult result;
        try (Meter meter = Meters.choose(System.err)) {
            result = new CSuite(layout, selection, meter).run(name,
                    perf ? CSuite.Shares.SAMPLED : CSuite.Shares.NONE);
        }
        String tables = Tables.of(result)
                + earlier.map(then -> "\n" + Baseline.compare(result, then)).orElse("");
        Runs.publish(spec, layout, name, result, tables);
        return 0;
    }

    private Selection selection() {
        Map<String, Path> libraries = Runs.existing(peers);
        if (rounds != null && rounds < 1) {
            throw new IllegalArgumentException("--rounds must be at least 1");
        }
        return new Selection(quick ? Scale.QUICK : Scale.FULL, only, threads,
                Optional.ofNullable(rounds), libraries,
                tunings.stream().map(Tuning::parse).toList(),
                Optional.ofNullable(foreignSuite), Runs.typed("./quarry bench", spec));
    }
}
