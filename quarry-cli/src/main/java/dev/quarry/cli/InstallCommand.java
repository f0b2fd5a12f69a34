package dev.quarry.cli;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Installs the library for other programs' builds. */
@Command(
        name = "install",
        header = "Install the library, its headers and its pkg-config file.",
        synopsisHeading = "%nUsage: ",
        description = {
            "",
            "Programs are then built with $(pkg-config --cflags --libs quarry). Nothing else is"
                    + " changed: no program runs on Quarry unless it is linked with it or"
                    + " LD_PRELOAD says so."
        },
        optionListHeading = "%nOptions:%n")
final class InstallCommand extends ScriptCommand {
    @Option(
            names = "--prefix",
            paramLabel = "DIR",
            description = "Install into DIR/lib and DIR/include; /usr/local if not given.")
    Path prefix;
}
