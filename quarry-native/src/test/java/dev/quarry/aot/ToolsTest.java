package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The library under tools that look into programs; all of them must have nothing to say. */
class ToolsTest {
    private static final NativeBuild BUILD = NativeBuild.here();

    private static Path workload(Variant variant) {
        Path library = BUILD.sharedLibrary(variant);
        Path program = Programs.OUTPUT.resolve("workload-" + variant.name());
        Gcc.gcc().add("-std=gnu17", "-D_GNU_SOURCE", "-pthread")
                .add(variant.flags())
                .quoted(BUILD.sources())
                .output(program).add(Programs.SOURCES.resolve("workload.c"))
                .add(library).add("-Wl,-rpath," + library.getParent())
                .run();
        return program;
    }

    /** All that the library itself says of the misuse at the end of the workload. */
    private static void isClean(Programs.Result result) {
        List<String> others = new ArrayList<>(result.errors().lines().toList());
        others.removeIf(line -> line.startsWith("quarry: ") && line.endsWith(": ignored"));
        assertEquals("", String.join("\n", others));
        assertEquals("ok\n", result.output());
        assertEquals(0, result.exitCode());
    }

    static Stream<Variant> variants() {
        return Stream.of(Variant.PREFIX_ONLY, Variant.ASAN, Variant.UBSAN, Variant.TSAN,
                Variant.PREFIX_ONLY.with("-DQUARRY_CHECKED=1"));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void sanitizersAreSilent(Variant variant) throws Exception {
        isClean(Programs.run(Map.of("TSAN_OPTIONS", "halt_on_error=1"), workload(variant)));
    }

    static Stream<Variant> forValgrind() {
        return Stream.of(Variant.PREFIX_ONLY, Variant.VALGRIND);
    }

    @ParameterizedTest
    @MethodSource("forValgrind")
    void valgrindIsSilent(Variant variant) throws Exception {
        Path program = workload(variant);
        isClean(Programs.run(Path.of("valgrind"), "-q", "--error-exitcode=9", program.toString()));
    }
}
