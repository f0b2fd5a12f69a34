package dev.quarry.bench;

import dev.quarry.bench.cli.CCommand;
import dev.quarry.bench.cli.ReportCommand;
import dev.quarry.bench.cli.SetupCommand;
import dev.quarry.bench.cli.ShowCommand;
import dev.quarry.bench.cli.SweepCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The benchmark suite's command line: {@code ./quarry bench ...}. */
@Command(name = "./quarry bench",
        description = "Measures Quarry beside the allocators people would otherwise pick.",
        subcommands = {CCommand.class, SweepCommand.class, ReportCommand.class, ShowCommand.class,
            SetupCommand.class})
public final class BenchMain implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, scope = ScopeType.INHERIT,
            description = "Print this help.")
    private boolean help;

    private BenchMain() {
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BenchMain()).execute(arguments));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to measure: c, jvm or sweep");
    }
}
