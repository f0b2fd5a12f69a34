package dev.quarry.core.rules;

import static java.util.stream.Collectors.toSet;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The subset of Java that also compiles to C without a runtime, as findings about class files.
 * Bodies marked {@code @InC} are HotSpot's alone and exempt; constructors and initialisers never
 * run in C, so they may set only what nothing but such bodies sees.
 */
final class SubsetRules {
    private final Set<String> problems = new HashSet<>();
    private final ClassModel cls;
    private final String name;

    private SubsetRules(ClassModel cls) {
        this.cls = cls;
        this.name = CoreClassFiles.nameOf(cls);
    }

    /** What breaks the subset in these classes, and why it would not work in C. */
    static List<String> problems(List<ClassModel> classes) {
        Set<String> seenInC = new HashSet<>();
        for (ClassModel cls : classes) {
            seenInC.addAll(fieldsSeenInC(cls));
        }
        List<String> all = new ArrayList<>();
        for (ClassModel cls : classes) {
            if (!cls.flags().has(AccessFlag.ANNOTATION)) {
                SubsetRules rules = new SubsetRules(cls);
                rules.check(seenInC);
                all.addAll(rules.problems);
            }
        }
        return all.stream().sorted().toList();
    }

    private static boolean runsInC(ClassModel cls, MethodModel method) {
        return !CoreClassFiles.isInC(cls)
                && !CoreClassFiles.isInC(method)
                && !isInitialiser(method);
    }

    private static boolean isInitialiser(MethodModel method) {
        return method.methodName().stringValue().startsWith("<");
    }

    private static Set<String> fieldsSeenInC(ClassModel cls) {
        return cls.methods().stream()
                .filter(method -> runsInC(cls, method))
                .flatMap(method -> accesses(method).stream())
                .map(SubsetRules::keyOf)
                .collect(toSet());
    }

    private static List<FieldInstruction> accesses(MethodModel method) {
        List<FieldInstruction> accesses = new ArrayList<>();
        method.code().ifPresent(code -> {
            for (CodeElement element : code) {
                if (element instanceof FieldInstruction access) {
                    accesses.add(access);
                }
            }
        });
        return accesses;
    }

    private static String keyOf(FieldInstruction access) {
        return access.owner().asInternalName() + "." + access.name().stringValue();
    }

    private void check(Set<String> seenInC) {
        checkShape();
        checkOverloads();
        if (CoreClassFiles.isInC(cls)) {
            return;
        }
        cls.fields().forEach(this::checkField);
        for (MethodModel method : cls.methods()) {
            if (isInitialiser(method)) {
                checkInitialiser(method, seenInC);
            } else if (!CoreClassFiles.isInC(method)) {
                checkMethod(method);
            }
        }
    }

    private void checkShape() {
        if (cls.flags().has(AccessFlag.INTERFACE)) {
            found("is an interface: C has no virtual calls");
        }
        if (!cls.interfaces().isEmpty()) {
            found("implements an interface: C has no virtual calls");
        }
        String parent = cls.superclass().map(c -> c.asInternalName()).orElse("");
        if (!parent.equals("java/lang/Object")) {
            found("inherits from " + parent + ": a C struct has its own fields only");
        }
        if (!cls.flags().has(AccessFlag.FINAL)) {
            found("is not final: a call of an open class is virtual");
        }
    }

    private void checkOverloads() {
        Set<String> names = new HashSet<>();
        for (MethodModel method : cls.methods()) {
            String called = method.methodName().stringValue();
            if (!isInitialiser(method) && !names.add(called)) {
                found(called, "is overloaded: in C a name is one function");
            }
        }
    }

    private void checkField(FieldModel field) {
        boolean constant = field.flags().has(AccessFlag.STATIC)
                && field.flags().has(AccessFlag.FINAL);
        String type = field.fieldType().stringValue();
        boolean array = type.startsWith("[");
        if (!array && !constant && !fitsC(field.fieldTypeSymbol())) {
            found(field.fieldName().stringValue(), "has type " + type + ", unknown in C");
        }
    }

    private void checkInitialiser(MethodModel method, Set<String> seenInC) {
        for (FieldInstruction access : accesses(method)) {
            boolean write = access.opcode().name().startsWith("PUT");
            if (write && seenInC.contains(keyOf(access))) {
                found(access.name().stringValue(), "is set by an initialiser, which never runs in"
                        + " C: let zero be its start, or set it in an init method");
            }
        }
    }

    private void checkMethod(MethodModel method) {
        String methodName = method.methodName().stringValue();
        if (method.flags().has(AccessFlag.SYNCHRONIZED)) {
            found(methodName, "is synchronized: C has no monitors");
        }
        if (method.code().isEmpty()) {
            found(methodName, "has no body: mark it @InC");
            return;
        }
        for (ClassDesc parameter : method.methodTypeSymbol().parameterList()) {
            if (!fitsC(parameter)) {
                found(methodName, "takes a " + parameter.displayName() + ", unknown in C");
            }
        }
        for (CodeElement element : method.code().get()) {
            String problem = InstructionRules.problem(element);
            if (problem != null) {
                found(methodName, problem);
            }
        }
    }

    static boolean fitsC(ClassDesc type) {
        if (type.isPrimitive()) {
            return !type.descriptorString().equals("F") && !type.descriptorString().equals("D");
        }
        return type.descriptorString().startsWith("L" + CoreClassFiles.CORE.replace('.', '/'));
    }

    private void found(String problem) {
        problems.add(name + " " + problem);
    }

    private void found(String member, String problem) {
        problems.add(name + "." + member + " " + problem);
    }
}
