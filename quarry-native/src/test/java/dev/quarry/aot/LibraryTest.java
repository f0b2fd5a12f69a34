package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small programs on the C library: each checks for itself and says "ok". */
class LibraryTest {
    private static final NativeBuild BUILD = NativeBuild.here();

    /** How a program comes to Quarry. */
    enum Way {
        PRELOADED,
        LINKED,
        STATIC
    }

    private static Gcc compiler(String source) {
        boolean isPlus = source.endsWith(".cc");
        Gcc gcc = isPlus ? Gcc.gxx().add("-std=c++17") : Gcc.gcc().add("-std=gnu17");
        return gcc.add("-O1", "-g", "-D_GNU_SOURCE", "-fno-builtin", "-pthread", "-Wall", "-Wextra")
                .add("-Werror", "-Wno-use-after-free").quoted(BUILD.sources());
    }

    private static Programs.Result run(String source, Way way) throws Exception {
        Path library = BUILD.sharedLibrary(Variant.RELEASE);
        Path program = Programs.OUTPUT.resolve(source + "-" + way);
        Gcc gcc = compiler(source).output(program).add(Programs.SOURCES.resolve(source));
        switch (way) {
            case PRELOADED -> gcc.run();
            case LINKED -> gcc.add(library).add("-Wl,-rpath," + library.getParent()).run();
            case STATIC -> gcc.add("-static").add(BUILD.archive(Variant.RELEASE)).run();
        }
        return way == Way.PRELOADED
                ? Programs.run(Map.of("LD_PRELOAD", library.toString()), program)
                : Programs.run(program);
    }

    private static void isOk(Programs.Result result) {
        assertEquals("ok\n", result.output(), result.errors());
        assertEquals(0, result.exitCode(), result.errors());
    }

    @ParameterizedTest
    @EnumSource
    void functionsDoWhatTheManualsSay(Way way) throws Exception {
        Programs.Result result = run("semantics.c", way);
        isOk(result);
        assertEquals(3, result.errors().lines().count(), result.errors());
    }

    /** The three wrong frees that the program is told of. */
    @ParameterizedTest
    @EnumSource(names = {"LINKED", "STATIC"})
    void sizesAreChecked(Way way) throws Exception {
        Programs.Result result = run("sized.c", way);
        isOk(result);
        assertEquals(3, result.errors().lines().count(), result.errors());
    }

    @ParameterizedTest
    @EnumSource
    void theFirstAndTheLastCallWork(Way way) throws Exception {
        isOk(run("first_aligned.c", way));
        isOk(run("first.c", way));
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads.c", "forks.c", "operators.cc"})
    void linkedProgramsAreOk(String source) throws Exception {
        Programs.Result result = run(source, Way.LINKED);
        isOk(result);
        assertEquals("", result.errors());
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads.c", "operators.cc"})
    void staticProgramsAreOk(String source) throws Exception {
        isOk(run(source, Way.STATIC));
    }

    @Test
    void theLibraryCanBeOpenedLate() throws Exception {
        Path program = Programs.OUTPUT.resolve("opened");
        compiler("opened.c").output(program).add(Programs.SOURCES.resolve("opened.c")).run();
        isOk(Programs.run(program, BUILD.sharedLibrary(Variant.RELEASE).toString()));
    }
}
