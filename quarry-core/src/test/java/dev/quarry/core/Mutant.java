package dev.quarry.core;

import dev.quarry.core.base.Guards;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs misuses in a process of their own with one guard off, since they may break anything. */
public final class Mutant {
    private Mutant() {}

    /** Exit code of a class's {@code main} with the guard named {@code off} taken out. */
    public static int run(Class<?> main, String off, String... arguments) throws Exception {
        return runWith("-Dquarry.guard." + off + "=off", main, arguments);
    }

    /** Exit code of a class's {@code main} in a JVM with one more flag. */
    public static int runWith(String flag, Class<?> main, String... arguments) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = location(main) + ":" + location(Guards.class);
        List<String> command = new ArrayList<>(List.of(
                java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-ea",
                "--enable-native-access=ALL-UNNAMED", flag,
                "-cp", classes, main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor();
    }

    private static Path location(Class<?> cls) throws Exception {
        return Path.of(cls.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
