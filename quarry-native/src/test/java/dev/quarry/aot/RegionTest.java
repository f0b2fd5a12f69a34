package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arenas, pools and handle pools by their C face. */
class RegionTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final long SEED = Long.getLong("quarry.seed", 20_261_130L);
    private static final String[] GUARDS = {
        "arenaFit", "arenaAlignment", "arenaMark", "arenaGeneration", "poolLive", "poolLink",
        "handleLive", "handleRetire"};

    private static Path misuse;

    private static Gcc compiler(String... flags) {
        return Gcc.gcc().add("-std=gnu17", "-O1", "-g", "-D_GNU_SOURCE", "-pthread", "-Wall")
                .add("-Wextra", "-Werror").add(flags).quoted(BUILD.sources());
    }

    private static Path program(String source, Variant variant) {
        Path library = BUILD.sharedLibrary(variant);
        Path program = Programs.OUTPUT.resolve(source + "-" + variant.name());
        compiler("-fno-builtin").output(program).add(Programs.SOURCES.resolve(source)).add(library)
                .add("-Wl,-rpath," + library.getParent()).run();
        return program;
    }

    private static void isOk(Programs.Result result) {
        assertEquals("ok\n", result.output(), result.errors());
        assertEquals(0, result.exitCode(), result.errors());
    }

    static Variant[] variants() {
        return new Variant[] {Variant.RELEASE, Variant.CHECKED};
    }

    @ParameterizedTest
    @MethodSource("variants")
    void eachCallHasItsAnswer(Variant variant) throws Exception {
        isOk(Programs.run(program("regions.c", variant)));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void randomOperationsMatchTheModel(Variant variant) throws Exception {
        System.out.println("RegionTest: -Dquarry.seed=" + SEED);
        Path program = program("region_model.c", variant);
        isOk(Programs.run(program, Long.toString(SEED), "200000"));
    }

    @BeforeAll
    static void compileMisuse() {
        misuse = Programs.OUTPUT.resolve("region_misuse");
        compiler("-U_GNU_SOURCE", "-fwrapv", "-fno-strict-aliasing", "-Wno-unused-parameter",
                "-DQUARRY_PREFIX_ONLY=1")
                .quoted(BUILD.generated())
                .output(misuse).add(Programs.SOURCES.resolve("region_misuse.c")).run();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void aMutantWithoutAGuardDies(int guard) throws Exception {
        String name = GUARDS[guard - 1];
        String number = Integer.toString(guard);
        assertEquals(0, Programs.run(misuse, "on", number).exitCode(), name);
        assertNotEquals(0, Programs.run(misuse, "off", number).exitCode(), name);
    }

    @Test
    void everyGuardOfTheRegionsIsTried() throws Exception {
        String listed = java.nio.file.Files.readString(BUILD.generated().resolve("guards.h"));
        long count = listed.lines()
                .filter(line -> line.matches("#ifndef QUARRY_GUARD_(arena|pool|handle)\\w+"))
                .count();
        assertEquals(GUARDS.length, count);
    }
}
