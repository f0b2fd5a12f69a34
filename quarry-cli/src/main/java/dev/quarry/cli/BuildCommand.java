package dev.quarry.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Builds the library and the command line. */
@Command(
        name = "build",
        header = "Build libquarry.so, libquarry.a, quarry.h and this command line.",
        synopsisHeading = "%nUsage: ",
        description = {
            "",
            "Other commands build by themselves when a source is newer than the last build. The"
                    + " results are in quarry-native/target, the log is target/quarry-build.log."
        },
        optionListHeading = "%nOptions:%n")
final class BuildCommand extends ScriptCommand {
    @Option(
            names = "--install",
            description =
                    "Install what the build needs and is missing (as root, on Debian or Ubuntu).")
    boolean install;

    @Option(
            names = "--site",
            description =
                    "Also build what is published beside the jars, and the Javadoc in target/site.")
    boolean site;
}
