package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;

/** C programs of the tests, compiled with the library in a variant and linked with it. */
final class Compiled {
    private static final NativeBuild BUILD = NativeBuild.here();

    private Compiled() {}

    /** The compiler for a source, as strict as for the library; calls of malloc stay calls. */
    private static Gcc compiler(String source, Path output) {
        boolean isPlus = source.endsWith(".cc");
        Gcc gcc = isPlus ? Gcc.gxx().add("-std=c++17") : Gcc.gcc().add("-std=gnu17");
        return gcc.add("-O1", "-g", "-D_GNU_SOURCE", "-fno-builtin", "-pthread", "-Wall", "-Wextra")
                .add("-Werror", "-Wno-use-after-free").quoted(BUILD.sources())
                .output(output).add(Programs.SOURCES.resolve(source));
    }

    /** A program that finds the variant's library where it was built. */
    static Path linked(String source, Variant variant) {
        Path library = BUILD.sharedLibrary(variant);
        Path program = Programs.OUTPUT.resolve(source + "-with-" + variant.name());
        compiler(source, program)
                .add(variant.flags())
                .add(library).add("-Wl,-rpath," + library.getParent()).run();
        return program;
    }

    /** A program that needs no library but is Quarry's all the same. */
    static Path withArchive(String source) {
        Path program = Programs.OUTPUT.resolve(source + "-static");
        compiler(source, program).add("-static").add(BUILD.archive(Variant.RELEASE)).run();
        return program;
    }

    /** A program that knows nothing of Quarry. */
    static Path plain(String source) {
        Path program = Programs.OUTPUT.resolve(source + "-plain");
        compiler(source, program).run();
        return program;
    }

    /** A shared library that knows nothing of Quarry. */
    static Path sharedLibrary(String source) {
        Path library = Programs.OUTPUT.resolve(source + ".so");
        compiler(source, library).add("-shared", "-fPIC").run();
        return library;
    }

    static void isOk(Programs.Result result) {
        assertEquals("", result.errors());
        assertEquals("ok\n", result.output());
        assertEquals(0, result.exitCode());
    }
}
