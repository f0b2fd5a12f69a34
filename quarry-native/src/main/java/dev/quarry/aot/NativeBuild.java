package dev.quarry.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The C library from the core's class files: generate once, compile per {@link Variant}. Maven
 * calls {@link #main}; tests ask for the variants they need and get what is built already.
 */
public final class NativeBuild {
    /**
     * What every variant is compiled with. Java's arithmetic wraps round, and its words have no
     * types ({@code -fwrapv -fno-strict-aliasing}); calls of our own malloc must stay calls
     * ({@code -fno-builtin-...}); the heap is one load from the thread pointer
     * ({@code initial-exec}); what no exported function reaches goes ({@code -f...-sections}).
     */
    private static final List<String> FLAGS = List.of(
            "-std=gnu17", "-fPIC", "-fvisibility=hidden", "-fwrapv", "-fno-strict-aliasing",
            "-fno-builtin-malloc", "-fno-builtin-free", "-fno-builtin-calloc",
            "-fno-builtin-realloc", "-ftls-model=initial-exec", "-ffunction-sections",
            "-fdata-sections", "-pthread", "-Wall", "-Wextra", "-Werror",
            "-Wno-unused-parameter");

    /** What programs see: one header, in parts. */
    private static final List<String> HEADERS =
            List.of("quarry.h", "quarry/heap.h", "quarry/region.h", "quarry/strict.h");

    /** What a linked program looks for at run time; the number changes when it must not find us. */
    private static final String SONAME = "libquarry.so.0";

    /** No symbol is missing, and the library stays: threads end, and their heaps, after dlclose. */
    private static final List<String> LINK_FLAGS = List.of(
            "-shared", "-Wl,--gc-sections", "-Wl,-z,defs", "-Wl,-z,nodelete",
            "-Wl,-soname," + SONAME);

    private final Path module;
    private final Path target;

    private NativeBuild(Path module) {
        this.module = module;
        this.target = module.resolve("target");
    }

    /** The build of this module, found by where its classes are. */
    public static NativeBuild here() {
        Path classes = CoreClasses.locationOf(NativeBuild.class);
        return new NativeBuild(classes.getParent().getParent());
    }

    /** Builds libquarry.so, libquarry.a and the headers into the target folder. */
    public static void main(String[] arguments) {
        NativeBuild build = here();
        try {
            build.generate();
            build.publish();
        } catch (BuildException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private void publish() {
        copy(sharedLibrary(Variant.RELEASE), target.resolve("libquarry.so"));
        linkSoname(target);
        copy(archive(Variant.RELEASE), target.resolve("libquarry.a"));
        for (String header : HEADERS) {
            copy(sources().resolve(header), include().resolve(header));
        }
    }

    private static void copy(Path from, Path to) {
        try {
            if (!Files.exists(to) || Files.mismatch(from, to) >= 0) {
                Files.createDirectories(to.getParent());
                Path next = to.resolveSibling(to.getFileName() + ".new");
                Files.copy(from, next, StandardCopyOption.REPLACE_EXISTING);
                Files.move(next, to, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs TeaVM unless the generated C is up to date. */
    public void generate() {
        Generator.generate(Roots.class, dev.quarry.core.base.InC.class, generated());
    }

    /** The folder of C made from the core. */
    public Path generated() {
        return target.resolve("generated-c");
    }

    /** The folder of hand-written C. */
    public Path sources() {
        return module.resolve("src/main/c");
    }

    /** The folder where quarry.h is. */
    public Path include() {
        return target.resolve("include");
    }

    /** A shared library of this variant. */
    public Path sharedLibrary(Variant variant) {
        Path library = folder(variant).resolve("libquarry.so");
        build(variant, library, () -> compiler(variant)
                .add(LINK_FLAGS)
                .add("-Wl,--version-script=" + sources().resolve(variant.symbols()))
                .output(library).add(sources().resolve("quarry.c"))
                .run());
        linkSoname(folder(variant));
        return library;
    }

    /** Programs that were linked with the library of a folder find it there. */
    private static void linkSoname(Path folder) {
        Path link = folder.resolve(SONAME);
        try {
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, Path.of("libquarry.so"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The library's one object file. */
    public Path object(Variant variant) {
        Path object = folder(variant).resolve("quarry.o");
        build(variant, object, () -> compiler(variant)
                .add("-c").output(object).add(sources().resolve("quarry.c"))
                .run());
        return object;
    }

    /** An archive for static linking. */
    public Path archive(Variant variant) {
        Path object = object(variant);
        Path archive = folder(variant).resolve("libquarry.a");
        build(variant, archive, () -> Gcc.ar().add("rcsD").add(archive).add(object).run());
        return archive;
    }

    private Path folder(Variant variant) {
        return target.resolve("variants").resolve(variant.name());
    }

    private Gcc compiler(Variant variant) {
        return Gcc.gcc().add(FLAGS).add(variant.flags()).quoted(generated()).quoted(sources());
    }

    private void build(Variant variant, Path output, Runnable step) {
        String inputs = new Fingerprint()
                .add(FLAGS.toString() + LINK_FLAGS).add(variant.toString())
                .addTree(generated()).addTree(sources()).value();
        Path mark = output.resolveSibling(output.getFileName() + ".sha256");
        if (Files.exists(output) && Fingerprint.isFresh(mark, inputs)) {
            return;
        }
        try {
            Files.createDirectories(output.getParent());
            Files.deleteIfExists(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        step.run();
        Fingerprint.write(mark, inputs);
    }
}
