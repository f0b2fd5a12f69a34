package dev.quarry.cli.script;

import dev.quarry.cli.Exec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A machine with the usual tools but no Java, Maven or compiler, as far as the script can see. */
final class BareMachine {
    private static final String[] TOOLS = {
        "bash", "cat", "dirname", "env", "find", "grep", "head", "id", "mkdir", "readlink", "sed",
        "tail", "touch", "true"
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

    /** The script on this machine. */
    Exec exec(String... arguments) {
        return Exec.quarry(arguments)
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
            Path file = jdk.resolve("bin").resolve(tool);
            Files.writeString(file, "#!/usr/bin/env bash\necho " + tool + " of " + jdk + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return jdk;
    }
}
