/** Quarry's command line, started by the script at the root. */
module dev.quarry.cli {
    requires dev.quarry.core;
    requires info.picocli;

    opens dev.quarry.cli to
            info.picocli;
}
