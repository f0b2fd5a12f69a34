package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Heaps that a program opens, by their C face, also under the tools that look into programs. */
class HeapTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final long SEED = Long.getLong("quarry.seed", 20_261_201L);
    private static final String[] GUARDS = {"heapLimit", "heapOpen", "heapOwn"};

    private static Path misuse;

    private static Gcc compiler() {
        return Gcc.gcc().add("-std=gnu17", "-O1", "-g", "-pthread", "-Wall", "-Wextra", "-Werror")
                .quoted(BUILD.sources());
    }

    private static Path program(String source, Variant variant) {
        Path library = BUILD.sharedLibrary(variant);
        Path program = Programs.OUTPUT.resolve(source + "-" + variant.name());
        compiler().add("-D_GNU_SOURCE", "-fno-builtin").add(variant.flags())
                .output(program).add(Programs.SOURCES.resolve(source)).add(library)
                .add("-Wl,-rpath," + library.getParent()).run();
        return program;
    }

    /** What the library itself says of wrong use is expected; a tool's findings are not. */
    private static void isOk(Programs.Result result) {
        assertEquals("ok\n", result.output(), result.errors());
        assertEquals(0, result.exitCode(), result.errors());
        String others = result.errors()
                .replaceAll("(?m)^quarry: .*: ignored$", "").strip();
        assertEquals("", others);
    }

    static Stream<Variant> variants() {
        return Stream.of(Variant.RELEASE, Variant.CHECKED, Variant.PREFIX_ONLY,
                Variant.ASAN, Variant.UBSAN, Variant.TSAN);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void eachCallHasItsAnswer(Variant variant) throws Exception {
        Path program = program("heaps.c", variant);
        isOk(Programs.run(Map.of("TSAN_OPTIONS", "halt_on_error=1"), program));
    }

    static Stream<Variant> forTheModel() {
        return Stream.of(Variant.RELEASE, Variant.CHECKED, Variant.ASAN);
    }

    @ParameterizedTest
    @MethodSource("forTheModel")
    void randomOperationsMatchTheModel(Variant variant) throws Exception {
        System.out.println("HeapTest: -Dquarry.seed=" + SEED);
        Path program = program("heap_model.c", variant);
        isOk(Programs.run(program, Long.toString(SEED), "400000"));
    }

    @Test
    void theModelFindsAHeapBeyondItsLimit() throws Exception {
        Variant mutant = Variant.PREFIX_ONLY.with("-DQUARRY_GUARD_heapLimit=0");
        Path program = program("heap_model.c", mutant);
        assertEquals(1, Programs.run(program, Long.toString(SEED), "400000").exitCode());
    }

    @Test
    void valgrindIsSilent() throws Exception {
        Path program = program("heaps.c", Variant.VALGRIND);
        isOk(Programs.run(Path.of("valgrind"), "-q", "--error-exitcode=9", program.toString()));
    }

    @BeforeAll
    static void compileMisuse() {
        misuse = Programs.OUTPUT.resolve("heap_misuse");
        compiler().add("-fwrapv", "-fno-strict-aliasing", "-Wno-unused-parameter")
                .add("-DQUARRY_PREFIX_ONLY=1").quoted(BUILD.generated())
                .output(misuse).add(Programs.SOURCES.resolve("heap_misuse.c")).run();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aMutantWithoutAGuardDies(int guard) throws Exception {
        String number = Integer.toString(guard);
        assertEquals(0, Programs.run(misuse, "on", number).exitCode(), GUARDS[guard - 1]);
        assertNotEquals(0, Programs.run(misuse, "off", number).exitCode(), GUARDS[guard - 1]);
    }

    @Test
    void everyGuardOfHeapsIsTried() throws Exception {
        String listed = Files.readString(BUILD.generated().resolve("guards.h"));
        long count = listed.lines()
                .filter(line -> line.matches("#ifndef QUARRY_GUARD_heap\\w+"))
                .count();
        assertEquals(GUARDS.length, count);
    }
}
