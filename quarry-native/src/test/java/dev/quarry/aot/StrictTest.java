package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The strict interface in C: release, checked, tracing, and both. */
class StrictTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final int ABORTED = 134;

    /** Precondition broken to what is said of it. */
    private static final Map<String, String> WRONG_USES = new TreeMap<>(Map.of(
            "empty", "quarry_alloc(0, 8): the size is 0",
            "empty-resize", "8, 0): the size is 0",
            "alignment", "quarry_alloc_zeroed(8, 12): the alignment is no power of two",
            "too-large", "4096): the size rounded up to the alignment is above PTRDIFF_MAX",
            "twice", "100, 8): the pointer is no block in use of the strict interface",
            "foreign", "100, 8): the pointer is no block in use of the strict interface",
            "other-size", "101, 8): the block was allocated with another size",
            "other-alignment", "100, 16, 200): the block was allocated with another alignment"));

    private static Path program(boolean checked, boolean traced) {
        String[] flags = {
            "-DQUARRY_CHECKED=" + (checked ? 1 : 0), "-DQUARRY_STRACE=" + (traced ? 1 : 0)};
        Path library = BUILD.sharedLibrary(Variant.RELEASE.with(flags));
        Path program = Programs.OUTPUT.resolve("strict-" + checked + "-" + traced);
        Gcc.gcc().add("-std=gnu17", "-O1", "-g", "-D_GNU_SOURCE", "-fno-builtin", "-Wall")
                .add("-Wextra", "-Werror").add(flags).quoted(BUILD.sources())
                .output(program).add(Programs.SOURCES.resolve("strict.c"))
                .add(library).add("-Wl,-rpath," + library.getParent()).run();
        return program;
    }

    /** In a shell, so that an abort has an exit code. */
    private static Programs.Result run(Path program, String wrongUse) throws Exception {
        String command = program + " " + wrongUse;
        return Programs.run(Path.of("sh"), "-c", "ulimit -c 0; " + command + "; exit $?");
    }

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void rightUseIsServed(boolean checked, boolean traced) throws Exception {
        Programs.Result result = run(program(checked, traced), "");
        assertEquals("ok\n", result.output(), result.errors());
        assertEquals(0, result.exitCode(), result.errors());
        List<String> lines = result.errors().lines().toList();
        if (traced) {
            assertEquals(7 * 6 + 6000, lines.size());
            assertTrue(lines.getFirst().matches("quarry: quarry_alloc\\(100, 1\\) = 0x[0-9a-f]+"));
            assertTrue(lines.getLast().matches("quarry: quarry_dealloc\\(0x[0-9a-f]+, 3000, 8\\)"));
            assertTrue(result.errors().contains("quarry_alloc_resize(0x"));
            assertTrue(result.errors().contains("quarry_alloc_zeroed(3000, 4096) = 0x"));
        } else {
            assertEquals(List.of(), lines);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBrokenPreconditionIsNamed(boolean traced) throws Exception {
        Path program = program(true, traced);
        for (Map.Entry<String, String> wrong : WRONG_USES.entrySet()) {
            Programs.Result result = run(program, wrong.getKey());
            assertEquals(ABORTED, result.exitCode(), wrong.getKey());
            String last = result.errors().lines().filter(line -> line.startsWith("quarry: "))
                    .reduce("", (before, line) -> line);
            assertTrue(last.endsWith(wrong.getValue()), wrong.getKey() + ": " + result.errors());
        }
    }

    /** What a release build makes of such arguments is the installed malloc's business. */
    @ParameterizedTest
    @ValueSource(strings = {"empty", "too-large", "other-size", "other-alignment"})
    void aReleaseBuildChecksNothing(String wrongUse) throws Exception {
        Programs.Result result = run(program(false, false), wrongUse);
        assertEquals(0, result.exitCode(), result.errors());
        assertEquals("", result.errors());
    }

    @Test
    void theCallsLeaveNothingBehind() throws Exception {
        Path object = Programs.OUTPUT.resolve("strict_calls.o");
        Gcc.gcc().add("-std=gnu17", "-O2", "-D_GNU_SOURCE", "-c", "-Wall", "-Werror")
                .quoted(BUILD.sources())
                .output(object).add(Programs.SOURCES.resolve("strict_calls.c")).run();
        Programs.Result result = Programs.run(
                Path.of("objdump"), "-dr", "--no-show-raw-insn", "--no-addresses",
                object.toString());
        Map<String, String> bodies = new TreeMap<>();
        Matcher function = Pattern.compile("<(\\w+)>:\n(.*?)(?=\n\n|\\z)", Pattern.DOTALL)
                .matcher(result.output());
        while (function.find()) {
            bodies.put(function.group(1), codeOf(function.group(2)));
        }
        assertEquals(10, bodies.size(), result.output());
        bodies.forEach((name, code) -> {
            assertFalse(code.isEmpty());
            assertEquals(bodies.get(name.replace("strict_", "plain_")), code, name);
        });
        assertNotEquals(bodies.get("plain_page"), bodies.get("plain_line"));
    }

    /** The instructions and what they call, without the padding to the next function. */
    private static String codeOf(String listing) {
        return listing.lines().map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("(cs )?(nop|data16|xchg).*"))
                .map(line -> line.replaceAll("<.*?>", "").replaceAll("^[0-9a-f]+: ", ""))
                .reduce("", (all, line) -> all + line + "\n");
    }
}
