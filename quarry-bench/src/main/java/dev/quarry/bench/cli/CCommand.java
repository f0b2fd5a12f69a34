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
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
        try {
            return measure(Layout.find());
        } catch (IllegalArgumentException e) {
            return fail(2, e);
        } catch (IllegalStateException e) {
            return fail(1, e);
        }
    }

    /** As ./quarry has it: 2 for what was not understood, 1 for what failed. */
    private int fail(int code, Exception e) {
        spec.commandLine().getErr().println("quarry: " + e.getMessage());
        return code;
    }

    private int measure(Layout layout) {
        Optional<RunResult> earlier = Optional.ofNullable(baseline).map(ResultFiles::read);
        Selection selection = selection();
        String name = label != null ? label : LocalDate.now() + "-c-"
                + selection.scale().name().toLowerCase(Locale.ROOT);
        RunResult result;
        try (Meter meter = Meters.choose(System.err)) {
            result = new CSuite(layout, selection, meter).run(name,
                    perf ? CSuite.Shares.SAMPLED : CSuite.Shares.NONE);
        }
        String tables = Tables.of(result)
                + earlier.map(then -> "\n" + Baseline.compare(result, then)).orElse("");
        Path folder = layout.results().resolve(name);
        ResultFiles.write(folder, result, tables);
        PrintWriter out = spec.commandLine().getOut();
        out.println(tables);
        out.println("Raw files: " + layout.shown(folder));
        out.flush();
        return 0;
    }

    private Selection selection() {
        Map<String, Path> absolute = new LinkedHashMap<>();
        peers.forEach((name, path) -> {
            if (!path.toFile().exists()) {
                throw new IllegalArgumentException("--peer " + name + ": no file " + path);
            }
            absolute.put(name, path.toAbsolutePath());
        });
        if (rounds != null && rounds < 1) {
            throw new IllegalArgumentException("--rounds must be at least 1");
        }
        return new Selection(quick ? Scale.QUICK : Scale.FULL, only, threads,
                Optional.ofNullable(rounds), absolute,
                tunings.stream().map(Tuning::parse).toList(),
                Optional.ofNullable(foreignSuite), command());
    }

    /** As typed, but for the paths of this machine. */
    private String command() {
        return "./quarry bench " + String.join(" ",
                spec.commandLine().getParseResult().originalArgs().stream()
                        .map(word -> word.replaceAll("/\\S*/", "")).toList());
    }
}
