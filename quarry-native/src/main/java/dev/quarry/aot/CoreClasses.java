package dev.quarry.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The class files that become C, read without loading them: what TeaVM's output no longer tells
 * (which fields are volatile, which methods have a hand-written body, which guards exist).
 */
public final class CoreClasses {
    private static final ClassDesc IN_C = ClassDesc.of(Rules.IN_C);

    private final Map<String, byte[]> bytes = new TreeMap<>();
    private final List<ClassModel> models = new ArrayList<>();

    private CoreClasses() {}

    /** The core's classes found where {@code roots} were loaded from, in order of their names. */
    public static CoreClasses besides(Class<?>... roots) {
        CoreClasses classes = new CoreClasses();
        for (Class<?> root : roots) {
            classes.readAll(locationOf(root));
        }
        classes.bytes.values().forEach(b -> classes.models.add(ClassFile.of().parse(b)));
        return classes;
    }

    static Path locationOf(Class<?> cls) {
        try {
            return Path.of(cls.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void readAll(Path location) {
        try {
            if (Files.isDirectory(location)) {
                readTree(location);
                return;
            }
            URI jar = URI.create("jar:" + location.toUri());
            try (FileSystem files = FileSystems.newFileSystem(jar, Map.of())) {
                readTree(files.getPath("/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readTree(Path root) throws IOException {
        Path core = root.resolve(Rules.CORE.replace('.', '/'));
        if (!Files.isDirectory(core)) {
            return;
        }
        try (Stream<Path> files = Files.walk(core)) {
            for (Path file : files.filter(CoreClasses::isClass).sorted(BY_NAME).toList()) {
                bytes.put(root.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
    }

    private static final Comparator<Path> BY_NAME = Comparator.comparing(Path::toString);

    private static boolean isClass(Path file) {
        return file.toString().endsWith(".class");
    }

    /** File name to contents: what a fingerprint of the inputs is taken of. */
    Map<String, byte[]> files() {
        return bytes;
    }

    public List<ClassModel> models() {
        return models;
    }

    static String nameOf(ClassModel cls) {
        return cls.thisClass().asInternalName().replace('/', '.');
    }

    /** The volatile fields of a class by name. */
    static List<String> volatileFields(ClassModel cls) {
        return cls.fields().stream()
                .filter(f -> f.flags().has(AccessFlag.VOLATILE))
                .map((FieldModel f) -> f.fieldName().stringValue())
                .toList();
    }

    /** The methods of a class whose C bodies are written by hand. */
    static List<MethodModel> handWritten(ClassModel cls) {
        boolean all = isInC(cls);
        return cls.methods().stream()
                .filter(m -> !m.methodName().stringValue().startsWith("<"))
                .filter(m -> all || isInC(m))
                .toList();
    }

    static boolean isInC(AttributedElement element) {
        return element.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream())
                .anyMatch(annotation -> annotation.classSymbol().equals(IN_C));
    }
}
