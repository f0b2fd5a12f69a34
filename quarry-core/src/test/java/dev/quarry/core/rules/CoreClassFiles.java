package dev.quarry.core.rules;

import dev.quarry.core.base.InC;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The compiled classes that the rules are about. */
final class CoreClassFiles {
    static final String CORE = "dev.quarry.core.";
    private static final ClassDesc IN_C = InC.class.describeConstable().orElseThrow();

    private CoreClassFiles() {}

    /** Every class of the core, the tests' own left out. */
    static List<ClassModel> all() {
        try {
            Path root = Path.of(
                    InC.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            List<ClassModel> models = new ArrayList<>();
            try (Stream<Path> files = Files.walk(root.resolve("dev"))) {
                for (Path file : files.filter(CoreClassFiles::isClass).toList()) {
                    models.add(ClassFile.of().parse(file));
                }
            }
            return models;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isClass(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".class") && !name.equals("package-info.class");
    }

    static ClassModel of(Class<?> cls) {
        String file = "/" + cls.getName().replace('.', '/') + ".class";
        try (InputStream in = cls.getResourceAsStream(file)) {
            return ClassFile.of().parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String nameOf(ClassModel cls) {
        return cls.thisClass().asInternalName().replace('/', '.');
    }

    /** Whether C has a hand-written body for it, so that its Java body may do anything. */
    static boolean isInC(AttributedElement element) {
        return element.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream())
                .anyMatch(annotation -> annotation.classSymbol().equals(IN_C));
    }
}
