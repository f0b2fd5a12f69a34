package dev.quarry.bench.cli;

import dev.quarry.bench.run.Shell;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench setup}: what the suite can make use of, from Debian's packages. */
@Command(name = "setup",
        description = "Installs Debian's packages of the peers, the tools and the programs.")
public final class SetupCommand implements Callable<Integer> {

    /** Each line one need; the names are those of different releases, the first known is taken. */
    private static final List<List<String>> NEEDS = List.of(
            List.of("libmimalloc3", "libmimalloc2.0"),
            List.of("libjemalloc2"),
            List.of("libtcmalloc-minimal4t64", "libtcmalloc-minimal4"),
            List.of("gcc"), List.of("libc6-dev"), List.of("g++"), List.of("binutils"),
            List.of("valgrind"), List.of("linux-perf"), List.of("python3"), List.of("perl"),
            List.of("lua5.4"), List.of("sqlite3"), List.of("z3"), List.of("redis-server"),
            List.of("redis-tools"));

    @Option(names = "--dry-run", description = "Only print the commands.")
    private boolean dryRun;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (Shell.which("apt-get").isEmpty()) {
            spec.commandLine().getErr().println("bench setup: no apt-get here; install with your"
                    + " own tools: " + String.join(" ", NEEDS.stream().map(List::getLast)
                            .toList()));
            return 1;
        }
        int updated = step(out, List.of("apt-get", "update", "-q"));
        List<String> install = new ArrayList<>(List.of("apt-get", "install", "-y", "-q",
                "--no-install-recommends"));
        for (List<String> names : NEEDS) {
            names.stream().filter(SetupCommand::isKnown).findFirst().ifPresentOrElse(install::add,
                    () -> out.println("not in this release: " + String.join(" or ", names)));
        }
        int installed = step(out, install);
        return updated != 0 ? updated : installed;
    }

    private static boolean isKnown(String name) {
        return !Shell.run(List.of("apt-cache", "show", name)).out().isBlank();
    }

    private int step(PrintWriter out, List<String> command) throws IOException,
            InterruptedException {
        List<String> complete = new ArrayList<>(command);
        if (!System.getProperty("user.name").equals("root")) {
            Optional.of("sudo").filter(sudo -> Shell.which(sudo).isPresent())
                    .ifPresent(complete::addFirst);
        }
        out.println(String.join(" ", complete));
        out.flush();
        return dryRun ? 0 : new ProcessBuilder(complete).inheritIO().start().waitFor();
    }
}
