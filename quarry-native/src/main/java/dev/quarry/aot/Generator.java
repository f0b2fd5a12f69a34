package dev.quarry.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * From class files to a folder of C, by one run of TeaVM. Some ten seconds, so the step is skipped
 * while its inputs (the core, the entry class, this pipeline) stay what they were.
 */
public final class Generator {
    private Generator() {}

    /**
     * Writes the C of all core classes found beside {@code entry} and {@code core} to
     * {@code output}; {@code entry}'s main method calls whatever hand-written C will call.
     */
    public static void generate(Class<?> entry, Class<?> core, Path output) {
        CoreClasses classes = CoreClasses.besides(core, entry);
        Path mark = output.resolve("inputs.sha256");
        String inputs = fingerprint(entry, classes);
        if (Fingerprint.isFresh(mark, inputs)) {
            return;
        }
        Path raw = output.resolveSibling(output.getFileName() + "-teavm");
        delete(raw);
        delete(output);
        TeaVm.compile(entry, raw);
        new GeneratedTree(raw, classes).write(output);
        Fingerprint.write(mark, inputs);
    }

    private static String fingerprint(Class<?> entry, CoreClasses classes) {
        Path teaVm = CoreClasses.locationOf(org.teavm.tooling.TeaVMTool.class);
        Fingerprint inputs = new Fingerprint()
                .add(teaVm.getFileName().toString())
                .add(classes.files());
        for (Class<?> cls : new Class<?>[] {
            entry, CoreTransformer.class, OrderPins.class, Seq.class, Rules.class,
            TeaVm.class, GeneratedClass.class, GeneratedTree.class,
            ClassFacts.class
        }) {
            inputs.add(cls.getName()).add(bytesOf(cls));
        }
        return inputs.value();
    }

    private static Map<String, byte[]> bytesOf(Class<?> cls) {
        String file = "/" + cls.getName().replace('.', '/') + ".class";
        try (var in = cls.getResourceAsStream(file)) {
            return Map.of(file, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
