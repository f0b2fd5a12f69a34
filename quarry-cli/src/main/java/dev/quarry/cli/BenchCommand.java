package dev.quarry.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Starts the benchmark suite, which has a command line of its own. */
@Command(
        name = "bench",
        header = "Measure Quarry beside the allocators found on the machine.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = "./quarry bench SUITE [OPTIONS]",
        description = {
            "",
            "Each suite ends with its tables and leaves raw files in quarry-bench/results. How to"
                    + " read them: docs/BENCHMARKS.md. Options: ./quarry bench SUITE --help."
        },
        parameterListHeading = "%nParameters:%n",
        optionListHeading = "%nOptions:%n")
final class BenchCommand extends ScriptCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "SUITE [OPTIONS]",
            hideParamSyntax = true,
            description = {
                "setup: install the peers and programs that Debian has.",
                "all [--quick] [--label NAME]: c, then jvm, then the report on both; with --quick"
                        + " in under eight minutes.",
                "c: the C library; with --quick in under five minutes.",
                "sweep: the C library with other sizes of its magazines.",
                "jvm: the JVM face, with JMH; with --quick in under four minutes.",
                "report LABEL: write the page with charts from raw files again.",
                "show DIR: print the tables of an earlier run again."
            })
    List<String> suite;
}
