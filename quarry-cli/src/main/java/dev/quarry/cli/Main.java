package dev.quarry.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands, their help and their messages. */
@Command(
        name = "./quarry",
        header = "Quarry: a memory allocator written in Java, for the JVM and for any program.",
        synopsisHeading = "%nUsage: ",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:Done.",
            " 1:A build or a test failed.",
            " 2:The command line is not understood.",
            " 3:A tool that the build needs is missing; the message names it.",
            " run:The program's own code; see ./quarry run --help."
        },
        footerHeading = "%nThe JDK:%n",
        footer = {
            "  The first one of version 25 or later: JAVA_HOME, the java on PATH, then the",
            "  folders in /usr/lib/jvm (or where QUARRY_JVMS points)."
        },
        subcommands = {
            BenchCommand.class,
            BuildCommand.class,
            InstallCommand.class,
            RunCommand.class,
            SizesCommand.class,
            TestCommand.class
        })
public final class Main implements Runnable {
    @Spec CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Print this help.")
    boolean help;

    /** Without a command there is nothing to do but to say so. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing");
    }

    /** The whole command line, as started and as tested. */
    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setParameterExceptionHandler((wrong, args) -> refuse(wrong));
    }

    /** Says what is wrong in a line or two, not with a page of help. */
    private static int refuse(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("quarry: " + wrong.getMessage());
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println("quarry: see " + command.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Starts one command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }
}
