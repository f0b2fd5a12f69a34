package dev.quarry.cli.script;

import dev.quarry.cli.Exec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A machine with the usual tools but no Java, Maven or compiler, as far as the script can see. */
final class BareMachine {
    private static final String[] TOOLS = {
        "awk", "bash", "cat", "dirname", "env", "find", "flock", "grep", "head", "id", "mkdir",
        "mv", "readlink", "rm", "sed", "tail", "touch", "true"
    };

    private final Path folder;
    private final Path bin;

    BareMachine(Path folder) throws IOException {
        this.folder = folder;
        bin = Files.createDirectories(folder.resolve("bin"));
        for (String tool : TOOLS) {
            link(tool, find(tool));
        }
    }

    private static Path find(String tool) {
        for (String place : new String[] {"/usr/bin", "/bin", "/usr/local/bin"}) {
            if (Files.isExecutable(Path.of(place, tool))) {
                return Path.of(place, tool);
            }
        }
        throw new AssertionError(tool + " is not on this machine");
    }

    /** Puts a program on its PATH. */
    void link(String name, Path program) throws IOException {
        Files.createSymbolicLink(bin.resolve(name), program);
    }

    /** Puts a bash script on its PATH. */
    void script(String name, String text) throws IOException {
        Files.deleteIfExists(bin.resolve(name));
        write(bin.resolve(name), text);
    }

    /** A stand-in for a tool that only has to be there. */
    void scriptUnlessThere(String name, String text) throws IOException {
        if (!Files.exists(bin.resolve(name))) {
            script(name, text);
        }
    }

    /** The project's script on this machine. */
    Exec exec(String... arguments) {
        return exec(Exec.ROOT.resolve("quarry"), arguments);
    }

    /** A script on this machine. */
    Exec exec(Path script, String... arguments) {
        return Exec.quarry(script, arguments)
                .with("PATH", bin.toString())
                .with("JAVA_HOME", null)
                .with("QUARRY_JVMS", folder.resolve("jvms").toString());
    }

    /** A JDK of a version, whose java tells where it is. */
    Path addJdk(String name, String version) throws IOException {
        Path jdk = folder.resolve(name);
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        for (String tool : new String[] {"java", "javac"}) {
            write(jdk.resolve("bin").resolve(tool), "echo " + tool + " of " + jdk + "\n");
        }
        return jdk;
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, "#!/usr/bin/env bash\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
