package dev.quarry.cli.script;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

/**
 * A checkout with the project's script but hardly a source, on a machine whose Maven does nothing
 * but to note its arguments in the file {@code calls} and to leave what {@link #mavenDoes} says.
 */
final class Checkout {
    private static final String MAKE_OUTPUTS =
            "mkdir -p quarry-native/target quarry-cli/target/lib\n"
                    + ": >quarry-native/target/libquarry.so\n";

    final Path root;
    private final BareMachine machine;

    Checkout(Path folder) throws IOException {
        root = Files.createDirectory(folder.resolve("checkout"));
        machine = new BareMachine(folder);
        machine.addJdk("jvms/jdk", "25.0.3");
        for (String line : Files.readAllLines(Exec.ROOT.resolve(".ci/packages"))) {
            String[] words = line.split(" +");
            if (words.length == 3 && !words[0].equals("#") && words[1].matches("[a-z0-9.+-]+")) {
                machine.scriptUnlessThere(words[1], "exit 9\n");
            }
        }
        Folders.copySources(Exec.ROOT.resolve(".ci"), root.resolve(".ci"));
        String sh = "quarry-cli/src/main/sh";
        Folders.copySources(Exec.ROOT.resolve(sh), root.resolve(sh));
        Files.copy(Exec.ROOT.resolve("quarry"), root.resolve("quarry"));
        Files.createFile(root.resolve("pom.xml"));
        Files.createFile(Files.createDirectory(root.resolve("quarry-library")).resolve("pom.xml"));
        for (String module : List.of("quarry-core", "quarry-native", "quarry-cli")) {
            Files.createDirectories(root.resolve(module + "/src/main/java"));
            Files.createDirectories(root.resolve(module + "/src/test/java"));
            Files.createFile(root.resolve(module + "/pom.xml"));
            Files.createFile(source(module));
        }
        mavenDoes(MAKE_OUTPUTS);
    }

    Path source(String module) {
        return root.resolve(module + "/src/main/java/Source.java");
    }

    /** What the machine's Maven does from now on, in bash, at the checkout's root. */
    void mavenDoes(String script) throws IOException {
        machine.script("mvn", "cd '" + root + "'\necho \"$@\" >>calls\n" + script);
    }

    /** What an ordinary build leaves behind. */
    static String makeOutputs() {
        return MAKE_OUTPUTS;
    }

    /** The script, which may build here. */
    Exec exec(String... arguments) {
        return machine.exec(root.resolve("quarry"), arguments).with("QUARRY_BUILD", null);
    }

    /** How often Maven was started. */
    long calls() throws IOException {
        Path calls = root.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    /** Makes a file newer than everything that was built. */
    static void edit(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    }
}
