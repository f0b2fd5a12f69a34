package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.quarry.aot.NativeBuild;
import dev.quarry.aot.Variant;
import dev.quarry.core.base.Guards;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every guard of the allocator is needed: in a build without it the group "misuse" fails, crashes
 * or does not end. Guards that only a race would meet, and the regions', have such a test in the
 * core. The same group passes in the build that mutants are made from, and in one without fast
 * bins.
 */
@Order(Integer.MAX_VALUE)
class MutantsTest {
    /** Those of regions, of programs' heaps, and of taking up: the core's tests have them. */
    private static final List<String> ELSEWHERE =
            List.of("arena", "pool", "handle", "heap", "drain");

    /** Far longer than the group takes; who takes longer hangs. */
    private static final long HANGS_AFTER_SECONDS = 120;

    private static final int HANGS = -1;

    @TempDir Path folder;

    static Stream<String> guards() {
        return Arrays.stream(Guards.class.getDeclaredMethods())
                .filter(method -> method.getReturnType() == boolean.class)
                .map(method -> method.getName())
                .filter(name -> !name.equals("on"))
                .filter(name -> ELSEWHERE.stream().noneMatch(name::startsWith))
                .sorted();
    }

    @ParameterizedTest
    @MethodSource("guards")
    void aMutantWithoutItDies(String guard) throws Exception {
        assertNotEquals(0, misuse("-DQUARRY_GUARD_" + guard + "=0"), "no test misses " + guard);
    }

    @Test
    void withAllGuardsItPasses() throws Exception {
        assertPasses("-DQUARRY_MUTANT=0");
    }

    @Test
    void withoutFastBinsItPasses() throws Exception {
        assertPasses("-DQUARRY_FASTBINS=0");
    }

    @Test
    void withoutBulkModeItPasses() throws Exception {
        assertPasses("-DQUARRY_BULK=0");
    }

    private void assertPasses(String flag) throws Exception {
        assertEquals(0, misuse(flag), this::said);
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Exit code of the group on a library built with one more flag. */
    private int misuse(String flag) throws Exception {
        Path library = NativeBuild.here().sharedLibrary(Variant.RELEASE.with(flag));
        Path log = folder.resolve("log");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-ea",
                                "-XX:ErrorFile=" + folder.resolve("hs_err.log"),
                                "-XX:-CreateCoredumpOnCrash",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Dquarry.lives=native",
                                "-Dquarry.firstFailureEnds=true",
                                "-Dquarry.library=" + library,
                                "-Dquarry.rounds=" + System.getProperty("quarry.rounds", "240"),
                                "-cp",
                                System.getProperty("java.class.path"),
                                SuiteRun.class.getName(),
                                "misuse")
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        if (!process.waitFor(HANGS_AFTER_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            return HANGS;
        }
        if (process.exitValue() == 2) {
            throw new AssertionError("the group is empty: " + said());
        }
        return process.exitValue();
    }
}
