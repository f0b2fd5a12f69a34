package dev.quarry.aot;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ConstantDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Headers of what the class files tell, so that no list is kept twice. */
final class ClassFacts {
    private ClassFacts() {}

    /** A switch for each guard, on unless the compiler is told otherwise. */
    static List<String> guards(CoreClasses classes) {
        List<String> lines = new ArrayList<>(List.of("#pragma once"));
        for (ClassModel cls : classes.models()) {
            if (CoreClasses.nameOf(cls).equals(Rules.GUARDS)) {
                for (MethodModel method : cls.methods()) {
                    if (method.flags().has(AccessFlag.PUBLIC)) {
                        addGuard(lines, method.methodName().stringValue());
                    }
                }
            }
        }
        return lines;
    }

    private static void addGuard(List<String> lines, String guard) {
        lines.add("#ifndef QUARRY_GUARD_" + guard);
        lines.add("#define QUARRY_GUARD_" + guard + " 1");
        lines.add("#endif");
        lines.add("#define " + Rules.bodyName(Rules.GUARDS, guard) + "() QUARRY_GUARD_" + guard);
    }

    /** Every public constant of the core. */
    static List<String> constants(CoreClasses classes) {
        List<String> lines = new ArrayList<>(List.of("#pragma once"));
        for (ClassModel cls : classes.models()) {
            String name = Rules.simpleName(CoreClasses.nameOf(cls));
            for (FieldModel field : cls.fields()) {
                if (field.flags().has(AccessFlag.PUBLIC)) {
                    field.findAttribute(Attributes.constantValue()).ifPresent(value ->
                            lines.add("#define " + name + "_" + field.fieldName().stringValue()
                                    + " " + literal(value.constant().constantValue())));
                }
            }
        }
        return lines;
    }

    private static String literal(ConstantDesc value) {
        return value instanceof Long number ? "INT64_C(" + number + ")" : value.toString();
    }

    /**
     * One line {@code QUARRY_TUNABLE("NAME", variable, least, most, "unit")} for each tunable that
     * the generated C has.
     */
    static List<String> tunables(CoreClasses classes, List<String> header) {
        List<String> lines = new ArrayList<>();
        for (ClassModel cls : classes.models()) {
            if (CoreClasses.nameOf(cls).equals(Rules.CONFIG)) {
                for (FieldModel field : cls.fields()) {
                    tunable(field).ifPresent(annotation ->
                            addTunable(field.fieldName().stringValue(), annotation, header, lines));
                }
            }
        }
        return lines;
    }

    private static Optional<Annotation> tunable(FieldModel field) {
        return field.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream())
                .filter(annotation -> annotation.classSymbol().descriptorString()
                        .equals("L" + Rules.TUNABLE.replace('.', '/') + ";"))
                .findFirst();
    }

    private static void addTunable(
            String field, Annotation annotation, List<String> header, List<String> lines) {
        String variable = "_Config_" + field + ";";
        if (header.stream().anyMatch(line -> line.endsWith(variable))) {
            lines.add("QUARRY_TUNABLE(\"" + optionName(field) + "\", Config_" + field + "_field, "
                    + element(annotation, "min") + ", " + element(annotation, "max") + ", \""
                    + element(annotation, "unit") + "\")");
        }
    }

    /** The environment's name of a field: {@code QUARRY_WARM_BYTES}. */
    static String optionName(String field) {
        return "QUARRY_" + field.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    }

    private static String element(Annotation annotation, String name) {
        for (AnnotationElement element : annotation.elements()) {
            if (element.name().stringValue().equals(name)) {
                return switch (element.value()) {
                    case AnnotationValue.OfLong number -> literal(number.longValue());
                    case AnnotationValue.OfString text -> text.stringValue();
                    default -> throw new BuildException("@Tunable." + name + " has a new type");
                };
            }
        }
        throw new BuildException("@Tunable needs " + name);
    }
}
