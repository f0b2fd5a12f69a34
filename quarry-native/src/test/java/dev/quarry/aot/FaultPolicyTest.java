package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What QUARRY_FAULTS makes of fifteen wrong frees, and what other options say of wrong values. */
class FaultPolicyTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final Path PROGRAM = Programs.OUTPUT.resolve("faults");
    private static final int ABORTED = 134;
    private static final String ALL_COUNTED = "counted 15\n";

    @BeforeAll
    static void compile() {
        Path library = BUILD.sharedLibrary(Variant.RELEASE);
        Gcc.gcc().add("-std=gnu17", "-O1", "-g", "-D_GNU_SOURCE", "-fno-builtin", "-Wall")
                .add("-Wextra", "-Werror").quoted(BUILD.sources())
                .output(PROGRAM).add(Programs.SOURCES.resolve("faults.c"))
                .add(library).add("-Wl,-rpath," + library.getParent()).run();
    }

    /** In a shell, so that an abort has an exit code and leaves no core. */
    private static Programs.Result run(Map<String, String> options, String argument)
            throws Exception {
        String command = "ulimit -c 0; " + PROGRAM + " " + argument + "; exit $?";
        return Programs.run(options, Path.of("sh"), "-c", command);
    }

    private static List<String> linesOf(Programs.Result result) {
        return result.errors().lines().filter(line -> line.startsWith("quarry: ")).toList();
    }

    private static void assertTenReported(List<String> lines) {
        assertEquals(10, lines.size(), lines::toString);
        String address = "0x[0-9a-f]+: ignored";
        assertTrue(lines.get(0).matches("quarry: double free of " + address), lines::toString);
        assertTrue(lines.get(1).matches(
                "quarry: free of an address that is not Quarry's, " + address), lines::toString);
        assertTrue(lines.get(2).matches(
                "quarry: free of an address where no block starts, " + address), lines::toString);
    }

    @Test
    void byDefaultTenAreReported() throws Exception {
        Programs.Result result = run(Map.of(), "");
        assertEquals(ALL_COUNTED, result.output(), result.errors());
        assertTenReported(linesOf(result));
    }

    @Test
    void reportIsTheDefault() throws Exception {
        Programs.Result result = run(Map.of("QUARRY_FAULTS", "report"), "");
        assertEquals(ALL_COUNTED, result.output(), result.errors());
        assertTenReported(linesOf(result));
    }

    @Test
    void ignoredOnesAreCounted() throws Exception {
        Programs.Result result = run(Map.of("QUARRY_FAULTS", "ignore"), "");
        assertEquals(ALL_COUNTED, result.output(), result.errors());
        assertEquals("", result.errors());
    }

    @Test
    void theFirstAborts() throws Exception {
        Programs.Result result = run(Map.of("QUARRY_FAULTS", "abort"), "");
        assertEquals(ABORTED, result.exitCode(), result.errors());
        assertEquals("", result.output());
        List<String> lines = linesOf(result);
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.getFirst().matches("quarry: double free of 0x[0-9a-f]+: aborting"),
                lines::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw", "", "IGNORE", "report "})
    void aWrongPolicyIsNamedOnceAndTheDefaultHolds(String name) throws Exception {
        Programs.Result result = run(Map.of("QUARRY_FAULTS", name), "");
        assertEquals(ALL_COUNTED, result.output(), result.errors());
        List<String> lines = linesOf(result);
        assertEquals(
                "quarry: QUARRY_FAULTS must be ignore, report or abort, not \"" + name + '"',
                lines.getFirst());
        assertTenReported(lines.subList(1, lines.size()));
    }

    /** The policy is known before anything else is. */
    @Test
    void aFaultMayBeTheFirstCall() throws Exception {
        assertEquals("", run(Map.of("QUARRY_FAULTS", "ignore"), "first").errors());
        assertEquals(ABORTED, run(Map.of("QUARRY_FAULTS", "abort"), "first").exitCode());
        Programs.Result result = run(Map.of("QUARRY_FAULTS", "none"), "first");
        assertEquals(2, linesOf(result).size(), result.errors());
        assertEquals("counted 1\n", result.output());
    }

    @Test
    void aWrongTunableIsNamedOnce() throws Exception {
        Map<String, String> options =
                Map.of("QUARRY_MAGAZINE_BLOCKS", "121", "QUARRY_FAULTS", "ignore");
        Programs.Result result = run(options, "");
        assertEquals(
                "quarry: QUARRY_MAGAZINE_BLOCKS must be a number of blocks from 0 to 119,"
                        + " not \"121\"\n",
                result.errors());
        assertEquals(ALL_COUNTED, result.output());
    }
}
