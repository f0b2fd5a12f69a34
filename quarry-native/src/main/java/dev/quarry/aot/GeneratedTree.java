package dev.quarry.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder of C that is compiled, made from what TeaVM wrote and what the class files tell.
 *
 * <ul>
 *   <li>{@code core.h}: structs, static fields and prototypes of all classes;
 *   <li>{@code bodies.h}: prototypes of the hand-written bodies that the classes call, so that one
 *       that is missing, or has another signature than its Java twin, fails to compile;
 *   <li>{@code names.h}: short names for hand-written C ({@code Malloc_malloc}, the struct
 *       {@code Heap}, the static field {@code Stats_liveBytes_field});
 *   <li>{@code guards.h}: a switch for each guard;
 *   <li>{@code constants.h}: the public constants ({@code Geometry_UNIT_SHIFT});
 *   <li>{@code tunables.h}: the fields of Config that an option may set;
 *   <li>{@code core.c}: all functions.
 * </ul>
 */
final class GeneratedTree {
    private static final Pattern STRUCT = Pattern.compile("} (cls_\\w+?_(\\w+));");
    private static final Pattern FUNCTION =
            Pattern.compile("(?:QUARRY_SLOW )?static \\S+ (meth_[a-z]+_(\\w+))\\(.*\\);");
    private static final Pattern VARIABLE = Pattern.compile("static \\S+ (sfld_[a-z]+_(\\w+));");
    private static final Pattern CALLED = Pattern.compile("\\b([a-z0-9]+_[A-Za-z0-9]+)\\(");

    private final Path teaVm;
    private final CoreClasses classes;
    private final List<String> header = new ArrayList<>();
    private final List<String> source = new ArrayList<>();

    GeneratedTree(Path teaVm, CoreClasses classes) {
        this.teaVm = teaVm.resolve("classes");
        this.classes = classes;
    }

    void write(Path output) {
        header.add("#pragma once");
        for (ClassModel cls : classes.models()) {
            rewrite(cls);
        }
        try {
            Files.createDirectories(output);
            Files.write(output.resolve("core.h"), header);
            Files.write(output.resolve("core.c"), source);
            Files.write(output.resolve("names.h"), names());
            Files.write(output.resolve("bodies.h"), bodies());
            Files.write(output.resolve("guards.h"), ClassFacts.guards(classes));
            Files.write(output.resolve("constants.h"), ClassFacts.constants(classes));
            Files.write(output.resolve("tunables.h"), ClassFacts.tunables(classes, header));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void rewrite(ClassModel cls) {
        String name = CoreClasses.nameOf(cls);
        GeneratedClass rewriter =
                new GeneratedClass(name, new HashSet<>(CoreClasses.volatileFields(cls)));
        header.addAll(rewriter.rewrite(linesOf(name, ".h")));
        source.addAll(rewriter.rewrite(linesOf(name, ".c")));
    }

    /** What TeaVM wrote for a class; nothing when no root reaches it. */
    private List<String> linesOf(String className, String suffix) {
        Path file = teaVm.resolve(className.replace('.', '/') + suffix);
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>(List.of("#pragma once"));
        for (String line : header) {
            Matcher struct = STRUCT.matcher(line);
            if (struct.matches()) {
                unique(names, struct.group(2), struct.group(1));
                lines.add("typedef " + struct.group(1) + " " + struct.group(2) + ";");
            }
            define(FUNCTION.matcher(line), "", names, lines);
            define(VARIABLE.matcher(line), "_field", names, lines);
        }
        return lines;
    }

    private static void define(
            Matcher member, String suffix, Map<String, String> names, List<String> lines) {
        if (member.matches()) {
            String name = member.group(2) + suffix;
            unique(names, name, member.group(1));
            lines.add("#define " + name + " " + member.group(1));
        }
    }

    private static void unique(Map<String, String> names, String name, String generated) {
        String other = names.put(name, generated);
        if (other != null) {
            throw new BuildException(other + " and " + generated + " would share the name " + name
                    + " in C: rename one");
        }
    }

    private List<String> bodies() {
        HashSet<String> called = new HashSet<>();
        source.forEach(line -> CALLED.matcher(line).results().forEach(m -> called.add(m.group(1))));
        List<String> lines = new ArrayList<>(List.of("#pragma once"));
        for (ClassModel cls : classes.models()) {
            String name = CoreClasses.nameOf(cls);
            for (MethodModel method : CoreClasses.handWritten(cls)) {
                String body = Rules.bodyName(name, method.methodName().stringValue());
                if (called.contains(body) && !Rules.isSwitches(name)) {
                    lines.add(prototype(body, method));
                }
            }
        }
        return lines;
    }

    private static String prototype(String body, MethodModel method) {
        MethodTypeDesc type = method.methodTypeSymbol();
        List<String> parameters = new ArrayList<>();
        if (!method.flags().has(AccessFlag.STATIC)) {
            parameters.add("void*");
        }
        type.parameterList().forEach(parameter -> parameters.add(typeInC(parameter)));
        String list = parameters.isEmpty() ? "void" : String.join(", ", parameters);
        return "static inline " + typeInC(type.returnType()) + " " + body + "(" + list + ");";
    }

    private static String typeInC(ClassDesc type) {
        return switch (type.descriptorString()) {
            case "V" -> "void";
            case "J" -> "int64_t";
            case "I", "Z", "B", "S", "C" -> "int32_t";
            default -> "void*";
        };
    }
}
