package dev.quarry.aot;

import org.teavm.model.BasicBlock;
import org.teavm.model.ClassHierarchy;
import org.teavm.model.ElementModifier;
import org.teavm.model.FieldReader;
import org.teavm.model.FieldReference;
import org.teavm.model.Instruction;
import org.teavm.model.MethodReference;
import org.teavm.model.Program;
import org.teavm.model.ValueType;
import org.teavm.model.Variable;
import org.teavm.model.instructions.GetFieldInstruction;
import org.teavm.model.instructions.InvocationType;
import org.teavm.model.instructions.InvokeInstruction;

/**
 * Keeps Java's order of evaluation in C: the result of each call, and each read of a volatile
 * field, becomes a statement of its own, because a call of {@link Seq} reads it.
 */
final class OrderPins {
    private final ClassHierarchy hierarchy;

    OrderPins(ClassHierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    void pin(Program program) {
        for (BasicBlock block : program.getBasicBlocks()) {
            for (Instruction instruction : block) {
                if (instruction instanceof InvokeInstruction call && call.getReceiver() != null) {
                    call.insertNext(reader(call.getReceiver(), call.getMethod().getReturnType()));
                }
                if (instruction instanceof GetFieldInstruction read
                        && isVolatile(read.getField())) {
                    read.insertNext(reader(read.getReceiver(), read.getFieldType()));
                }
            }
        }
    }

    private boolean isVolatile(FieldReference field) {
        FieldReader found = hierarchy.resolve(field);
        return found != null && found.hasModifier(ElementModifier.VOLATILE);
    }

    private static Instruction reader(Variable value, ValueType type) {
        InvokeInstruction call = new InvokeInstruction();
        call.setType(InvocationType.SPECIAL);
        call.setMethod(readerOf(type));
        call.setArguments(value);
        return call;
    }

    private static MethodReference readerOf(ValueType type) {
        String seq = Seq.class.getName();
        if (type == ValueType.LONG) {
            return new MethodReference(seq, "l", ValueType.LONG, ValueType.VOID);
        }
        if (type instanceof ValueType.Primitive) {
            return new MethodReference(seq, "i", ValueType.INTEGER, ValueType.VOID);
        }
        ValueType object = ValueType.object("java.lang.Object");
        return new MethodReference(seq, "o", object, ValueType.VOID);
    }
}
