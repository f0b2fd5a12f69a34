package dev.quarry;

import dev.quarry.core.base.Memory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The calls that a method makes and those make in turn, read from the class files; but not what is
 * behind a method whose name ends in Slow. Without loops and recursion a call in the tree happens
 * at most once, so counting the tree bounds every run of it.
 */
final class FastPath {
    private static final String OURS = "dev/quarry/";
    private static final String MEMORY = Memory.class.getName().replace('.', '/');
    private static final Set<String> FOREIGN =
            Set.of("java/lang/foreign/MemorySegment", "java/lang/invoke/VarHandle");

    private final Map<String, ClassModel> classes = new HashMap<>();
    private final Set<String> path = new HashSet<>();

    /** Methods of ours in the tree, each as often as it is called. */
    final List<String> methods = new ArrayList<>();

    /** Calls in the tree that read or write through a segment. */
    final List<String> accesses = new ArrayList<>();

    /** Methods at which the tree ends because they are slow. */
    final Set<String> slow = new HashSet<>();

    /** What keeps the counts from being bounds: loops, recursion, calls that may go anywhere. */
    final List<String> problems = new ArrayList<>();

    /** Methods with more bytecodes than HotSpot inlines when hot (FreqInlineSize). */
    final List<String> tooBig = new ArrayList<>();

    private FastPath() {}

    /** The tree below a static method with this descriptor. */
    static FastPath of(Class<?> cls, String name, String descriptor) {
        FastPath tree = new FastPath();
        tree.walk(cls.getName().replace('.', '/'), name, descriptor);
        return tree;
    }

    private void walk(String owner, String name, String descriptor) {
        String method = owner + "." + name + descriptor;
        if (owner.equals(MEMORY) && isAccess(name, descriptor)) {
            accesses.add(method);
        } else if (name.endsWith("Slow")) {
            slow.add(method);
        } else if (!path.add(method)) {
            problems.add(method + " is recursive");
        } else {
            methods.add(method);
            code(owner, name, descriptor).ifPresentOrElse(
                    code -> walk(code, method), () -> problems.add(method + " has no code"));
            path.remove(method);
        }
    }

    private void walk(CodeModel code, String method) {
        if (((CodeAttribute) code).codeLength() >= 325) {
            tooBig.add(method);
        }
        Set<Label> passed = new HashSet<>();
        for (CodeElement element : code) {
            switch (element) {
                case LabelTarget target -> passed.add(target.label());
                case BranchInstruction jump when passed.contains(jump.target()) ->
                    problems.add(method + " has a loop");
                case InvokeInstruction call -> walk(call, method);
                default -> {}
            }
        }
    }

    private void walk(InvokeInstruction call, String from) {
        String owner = call.owner().asInternalName();
        if (!owner.startsWith(OURS)) {
            return;
        }
        if (call.isInterface()) {
            problems.add(from + " calls an interface");
        }
        walk(owner, call.name().stringValue(), call.type().stringValue());
    }

    /** Whether a method of Memory touches memory: the others only compute. */
    private boolean isAccess(String name, String descriptor) {
        return code(MEMORY, name, descriptor).orElseThrow().elementStream()
                .anyMatch(e -> e instanceof InvokeInstruction call
                        && FOREIGN.contains(call.owner().asInternalName()));
    }

    private java.util.Optional<CodeModel> code(String owner, String name, String descriptor) {
        return classOf(owner).methods().stream()
                .filter(m -> m.methodName().equalsString(name))
                .filter(m -> m.methodType().equalsString(descriptor))
                .findFirst()
                .flatMap(MethodModel::code);
    }

    private ClassModel classOf(String internalName) {
        return classes.computeIfAbsent(internalName, FastPath::read);
    }

    private static ClassModel read(String internalName) {
        ClassLoader loader = Memory.class.getClassLoader();
        try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
            return ClassFile.of().parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
