package dev.quarry.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs every test. */
@Command(
        name = "test",
        header = "Build everything and run all tests, those with real programs too.",
        synopsisHeading = "%nUsage: ",
        description = {
            "",
            "Takes some minutes. It fails when a test fails and when one is skipped: what the"
                    + " tests need is listed in .ci/packages. The log is target/quarry-test.log."
        },
        optionListHeading = "%nOptions:%n")
final class TestCommand extends ScriptCommand {
    @Option(
            names = "--long",
            description =
                    "With the long runs: more operations, more seeds, reports in a browser.")
    boolean longRuns;

    @Option(
            names = "--install",
            description =
                    "Install what the tests need and is missing (as root, on Debian or Ubuntu).")
    boolean install;
}
