package dev.quarry.core.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each guard of the regions refuses its misuse, and with the guard off the misuse goes through. */
class RegionGuardsTest {
    private static final String[] GUARDS = {
        "arenaFit", "arenaAlignment", "arenaMark", "arenaGeneration", "poolLive", "poolLink",
        "handleLive", "handleRetire"};

    private static int run(String off, String... guards) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = location(Misuses.class) + ":" + location(BumpArena.class);
        List<String> command = new ArrayList<>(List.of(
                java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-ea",
                "--enable-native-access=ALL-UNNAMED", "-Dquarry.guard." + off + "=off",
                "-cp", classes, Misuses.class.getName()));
        command.addAll(List.of(guards));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor();
    }

    private static Path location(Class<?> cls) throws Exception {
        return Path.of(cls.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    static String[] guards() {
        return GUARDS;
    }

    @Test
    void allMisusesAreRefused() throws Exception {
        assertEquals(0, run("none", GUARDS));
    }

    @ParameterizedTest
    @MethodSource("guards")
    void aMutantWithoutItDies(String guard) throws Exception {
        assertNotEquals(0, run(guard, guard));
    }
}
