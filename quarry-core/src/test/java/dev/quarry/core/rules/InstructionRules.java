package dev.quarry.core.rules;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.util.Set;

/** What single instructions C cannot have, and why. */
final class InstructionRules {
    private static final String ARRAY =
            "uses an array outside an @InC accessor: C has no Java arrays";

    /** The library methods that TeaVM turns into an operator. */
    private static final Set<String> OPERATORS = Set.of(
            "java/lang/Long.compareUnsigned", "java/lang/Integer.compareUnsigned",
            "java/lang/Long.divideUnsigned", "java/lang/Integer.divideUnsigned",
            "java/lang/Long.remainderUnsigned", "java/lang/Integer.remainderUnsigned");

    private InstructionRules() {}

    /** What is wrong with the instruction, or null. */
    static String problem(CodeElement element) {
        return switch (element) {
            case ExceptionCatch _ -> "catches: C has no exceptions (try, finally, synchronized)";
            case ThrowInstruction _ -> "throws: C has no exceptions; errors are values";
            case NewObjectInstruction _ -> "creates an object: only @InC factories may";
            case NewPrimitiveArrayInstruction _ -> ARRAY;
            case NewReferenceArrayInstruction _ -> ARRAY;
            case NewMultiArrayInstruction _ -> ARRAY;
            case ArrayLoadInstruction _ -> ARRAY;
            case ArrayStoreInstruction _ -> ARRAY;
            case InvokeDynamicInstruction _ ->
                "uses invokedynamic (a lambda, a text, a pattern): C has none";
            case TypeCheckInstruction _ -> "casts or tests a type: C's structs carry none";
            case MonitorInstruction _ -> "is synchronized: C has no monitors";
            case InvokeInstruction call -> problem(call);
            case FieldInstruction access -> problem(access);
            case ConstantInstruction constant -> problem(constant);
            case Instruction instruction -> problemOfKind(instruction);
            default -> null;
        };
    }

    private static String problem(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        if (call.opcode() == Opcode.INVOKEINTERFACE) {
            return "calls an interface: C has no virtual calls";
        }
        String method = owner + "." + call.name().stringValue();
        if (!isCore(owner) && !OPERATORS.contains(method)) {
            return "calls " + method + ", which is not there in C: add a primitive to Memory or Os";
        }
        return null;
    }

    private static String problem(FieldInstruction access) {
        if (access.typeSymbol().isArray()) {
            return ARRAY;
        }
        boolean core = isCore(access.owner().asInternalName());
        return core ? null : "reads " + access.owner().asInternalName() + ", unknown in C";
    }

    private static String problem(ConstantInstruction constant) {
        boolean number = constant.constantValue() == null
                || constant.opcode() == Opcode.ACONST_NULL
                || constant.typeKind() == TypeKind.INT || constant.typeKind() == TypeKind.LONG;
        return number
                ? null
                : "has a constant that is no whole number (a text, a class): C has none";
    }

    private static String problemOfKind(Instruction instruction) {
        if (instruction instanceof OperatorInstruction operator) {
            return operator.opcode() == Opcode.ARRAYLENGTH ? ARRAY : problem(operator.typeKind());
        }
        if (instruction instanceof ConvertInstruction conversion) {
            return problem(conversion.toType());
        }
        return null;
    }

    private static String problem(TypeKind kind) {
        boolean floating = kind == TypeKind.FLOAT || kind == TypeKind.DOUBLE;
        return floating ? "computes in floating point: not part of the subset" : null;
    }

    private static boolean isCore(String internalName) {
        return internalName.startsWith(CoreClassFiles.CORE.replace('.', '/'));
    }
}
