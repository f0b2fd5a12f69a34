package dev.quarry.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a program on Quarry. */
@Command(
        name = "run",
        header = "Run a program with Quarry as its malloc.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = "./quarry run [OPTIONS] -- PROGRAM [ARGUMENT...]",
        description = {
            "",
            "The library is preloaded (LD_PRELOAD), into the program and all that it starts. The"
                    + " program takes this process over: its exit code and every signal are its"
                    + " own."
        },
        parameterListHeading = "%nParameters:%n",
        optionListHeading = "%nOptions:%n",
        exitCodeOnInvalidInput = RunCommand.FAILED,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 125:Quarry itself failed: not understood, not built, no such library.",
            " 126:The program is there but cannot be started.",
            " 127:The program is not found.",
            " other:The program's own; 128 and the signal's number in a shell, when one ended it."
        })
final class RunCommand extends ScriptCommand {
    /** What env and timeout end with when it is not the program that failed. */
    static final int FAILED = 125;

    @Option(
            names = "--stats",
            description =
                    "At exit print on stderr a line for each process: calls, blocks and bytes live,"
                            + " bytes retained and committed.")
    boolean stats;

    @Option(
            names = "--stats-file",
            paramLabel = "FILE",
            description = "Write these lines into FILE, which is emptied first.")
    Path statsFile;

    @Option(
            names = "--library",
            paramLabel = "FILE",
            description = "Preload FILE, another build or another allocator, instead.")
    Path library;

    @Parameters(
            arity = "1..*",
            paramLabel = "PROGRAM [ARGUMENT...]",
            hideParamSyntax = true,
            description = "What to run, by path or from PATH.")
    List<String> program;
}
