package dev.quarry.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that the script carries out: it runs before anything is built, or must not cost a JVM.
 * Here stand its options, for the help and for the message when they are wrong.
 */
abstract class ScriptCommand implements Callable<Integer> {
    @Spec CommandSpec spec;

    @Override
    public final Integer call() {
        throw new ParameterException(
                spec.commandLine(), "Start this command with the script ./quarry");
    }
}
