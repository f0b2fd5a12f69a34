package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * AddressSanitizer and Valgrind are told which bytes are dead: each wrong use of them is reported
 * at its line, and right use is not.
 */
class DeadBytesTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final Pattern WRONG =
            Pattern.compile("/\\* ((plain|arena|pool|handle)-[-a-z]+) \\*/");
    private static final int EXPECTED_USES = 13;

    private static Path program(String source, Variant variant) {
        Path library = BUILD.sharedLibrary(variant);
        Path program = Programs.OUTPUT.resolve(source + "-" + variant.name());
        Gcc.gcc().add("-std=gnu17", "-D_GNU_SOURCE", "-fno-builtin", "-Wall", "-Wextra", "-Werror")
                .add(variant.flags()).quoted(BUILD.sources())
                .output(program).add(Programs.SOURCES.resolve(source))
                .add(library).add("-Wl,-rpath," + library.getParent()).run();
        return program;
    }

    private static Programs.Result run(Variant variant, String source, String... arguments)
            throws Exception {
        Path program = program(source, variant);
        if (variant.equals(Variant.ASAN)) {
            return Programs.run(program, arguments);
        }
        List<String> command = new ArrayList<>(
                List.of("-q", "--error-exitcode=9", program.toString()));
        command.addAll(List.of(arguments));
        return Programs.run(Path.of("valgrind"), command.toArray(String[]::new));
    }

    /** Each tool with each wrong use of dead.c and its line. */
    static Stream<Arguments> wrongUses() throws Exception {
        List<Arguments> uses = new ArrayList<>();
        List<String> lines = Files.readAllLines(Programs.SOURCES.resolve("dead.c"));
        for (int line = 1; line <= lines.size(); line++) {
            Matcher wrong = WRONG.matcher(lines.get(line - 1));
            if (wrong.find()) {
                boolean isWrite = !lines.get(line - 1).contains("sink");
                uses.add(Arguments.of(Variant.ASAN, wrong.group(1), isWrite, line));
                uses.add(Arguments.of(Variant.VALGRIND, wrong.group(1), isWrite, line));
            }
        }
        assertEquals(2 * EXPECTED_USES, uses.size());
        return uses.stream();
    }

    @ParameterizedTest
    @MethodSource("wrongUses")
    void aWrongUseIsReportedAtItsLine(Variant variant, String use, boolean isWrite, int line)
            throws Exception {
        Programs.Result result = run(variant, "dead.c", use);
        assertNotEquals(0, result.exitCode(), result.errors());
        List<String> said = result.errors().lines().toList();
        boolean isAsan = variant.equals(Variant.ASAN);
        String kind = isAsan ? (isWrite ? "WRITE of size 4" : "READ of size 4")
                : (isWrite ? "Invalid write of size 4" : "Invalid read of size 4");
        int at = 0;
        while (at < said.size() - 1 && !said.get(at).contains(kind)) {
            at++;
        }
        assertTrue(said.get(at).contains(kind), result.errors());
        assertTrue(said.get(at + 1).matches(".*dead\\.c:" + line + "\\)?"), result.errors());
        if (isAsan) {
            assertTrue(result.errors().contains("AddressSanitizer: use-after-poison"));
        }
    }

    static Stream<Arguments> controls() {
        return Stream.of(Variant.ASAN, Variant.VALGRIND).flatMap(variant -> Stream.of(
                Arguments.of(variant, "dead.c", new String[0]),
                Arguments.of(variant, "region_model.c", new String[] {"7", "10000"})));
    }

    @ParameterizedTest
    @MethodSource("controls")
    void rightUseIsSilent(Variant variant, String source, String[] arguments) throws Exception {
        Programs.Result result = run(variant, source, arguments);
        assertEquals("", result.errors());
        assertEquals("ok\n", result.output());
        assertEquals(0, result.exitCode());
    }

    /** The plain library knows nothing of tools. */
    @Test
    void aReleaseHasNothingOfIt() throws Exception {
        Programs.Result symbols = Programs.run(
                Path.of("nm"), BUILD.object(Variant.RELEASE).toString());
        assertFalse(symbols.output().contains("poison"), symbols.output());
    }
}
