package dev.quarry.bench.cli;

import dev.quarry.bench.report.Baseline;
import dev.quarry.bench.report.Tables;
import dev.quarry.bench.result.ResultFiles;
import dev.quarry.bench.result.RunResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench show}: the tables of an earlier run, from its raw files. */
@Command(name = "show",
        description = "Prints the tables of an earlier run again.")
public final class ShowCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "A folder under quarry-bench/results.")
    private Path folder;

    @Option(names = "--baseline", paramLabel = "DIR", description = "Compare with this run.")
    private Path baseline;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try {
            RunResult result = ResultFiles.read(folder);
            PrintWriter out = spec.commandLine().getOut();
            out.println(Tables.of(result));
            if (baseline != null) {
                out.println(Baseline.compare(result, ResultFiles.read(baseline)));
            }
            out.flush();
            return 0;
        } catch (IllegalArgumentException e) {
            spec.commandLine().getErr().println("quarry: " + e.getMessage());
            return 2;
        }
    }
}
