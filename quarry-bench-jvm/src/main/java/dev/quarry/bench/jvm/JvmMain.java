package dev.quarry.bench.jvm;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.cli.Runs;
import dev.quarry.bench.report.Baseline;
import dev.quarry.bench.report.Tables;
import dev.quarry.bench.result.ResultFiles;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Meter;
import dev.quarry.bench.run.Meters;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./quarry bench jvm}: Quarry beside what Java programs take native memory from. */
@Command(name = "./quarry bench jvm", sortOptions = false,
        description = "Measures Quarry on the JVM beside its peers, with JMH.")
public final class JvmMain implements Callable<Integer> {

    @Option(names = "--quick", description = "Fewer allocators, sizes and rounds: under four"
            + " minutes.")
    private boolean quick;

    @Option(names = "--only", split = ",", paramLabel = "NAME",
            description = "Only these workloads (pair, churn, bulk, mixed, hand-over, xmalloc,"
                    + " larson, mstress, virtual, burst-idle) or rows (\"pair 64 B\").")
    private List<String> only = List.of();

    @Option(names = "--against", split = ",", paramLabel = "NAME",
            description = "Only these peers, such as mimalloc,lwjgl-rpmalloc.")
    private List<String> against = List.of();

    @Option(names = "--peer", paramLabel = "NAME=LIBRARY",
            description = "Another native allocator, called like the others.")
    private Map<String, Path> peers = new LinkedHashMap<>();

    @Option(names = "--java-option", paramLabel = "OPTION",
            description = "An option for every measured JVM, as --java-option=-XX:+UseZGC. What"
                    + " it makes the JVM print is kept in quarry-bench-jvm/target/logs.")
    private List<String> options = List.of();

    @Option(names = "--baseline", paramLabel = "DIR",
            description = "Compare with the raw files of an earlier run.")
    private Path baseline;

    @Option(names = "--label", paramLabel = "NAME",
            description = "Name of the folder for the raw files (default: date and scale).")
    private String label;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Print this help.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    private JvmMain() {
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new JvmMain()).execute(arguments));
    }

    @Override
    public Integer call() {
        return Runs.exitCode(spec, () -> measure(Layout.find()));
    }

    private int measure(Layout layout) {
        Optional<RunResult> earlier = Optional.ofNullable(baseline).map(ResultFiles::read);
        JvmSelection selection = selection();
        String name = Runs.name(label, "jvm", selection.scale());
        RunResult result;
        try (Meter meter = Meters.choose(System.err)) {
            result = new JvmSuite(layout, selection, meter).run(name);
        }
        String tables = Tables.of(result)
                + earlier.map(then -> "\n" + Baseline.compare(result, then)).orElse("");
        Runs.publish(spec, layout, name, result, tables);
        return 0;
    }

    private JvmSelection selection() {
        Map<String, Path> libraries = Runs.existing(peers);
        JvmScale scale = quick ? JvmScale.QUICK : JvmScale.FULL;
        List<JvmRow> rows = JvmRow.select(JvmRow.all(scale.sizes(), scale.threads()), only);
        return new JvmSelection(scale, rows, libraries, against, options,
                Runs.typed("./quarry bench jvm", spec));
    }
}
