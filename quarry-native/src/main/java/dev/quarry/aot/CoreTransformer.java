package dev.quarry.aot;

import org.teavm.interop.Import;
import org.teavm.interop.StaticInit;
import org.teavm.interop.Structure;
import org.teavm.interop.Unmanaged;
import org.teavm.model.AnnotationHolder;
import org.teavm.model.AnnotationValue;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.ElementModifier;
import org.teavm.model.FieldHolder;
import org.teavm.model.MethodHolder;
import org.teavm.model.ValueType;

/**
 * Turns the core's classes into C structs and plain functions, on TeaVM's side of the pipeline.
 *
 * <p>Every class becomes a {@link Structure}, the stateless ones too: any other class gets a table
 * of virtual methods that refers to TeaVM's runtime. What {@code @InC} marks becomes the import of
 * a hand-written body. Constructors and initialisers go: in C, zero is the start of everything.
 */
public final class CoreTransformer implements ClassHolderTransformer {
    @Override
    public void transformClass(ClassHolder cls, ClassHolderTransformerContext context) {
        if (!Rules.becomesC(cls.getName())) {
            return;
        }
        boolean inC = cls.getAnnotations().get(Rules.IN_C) != null;
        cls.getAnnotations().add(new AnnotationHolder(StaticInit.class.getName()));
        cls.setParent(Structure.class.getName());
        removeArrays(cls);
        if (inC) {
            removeFields(cls);
        }
        OrderPins pins = new OrderPins(context.getHierarchy());
        for (MethodHolder method : cls.getMethods().toArray(new MethodHolder[0])) {
            transformMethod(cls, method, inC, pins);
        }
    }

    private static void removeArrays(ClassHolder cls) {
        for (FieldHolder field : cls.getFields().toArray(new FieldHolder[0])) {
            if (field.getType() instanceof ValueType.Array) {
                cls.removeField(field);
            }
        }
    }

    private static void removeFields(ClassHolder cls) {
        for (FieldHolder field : cls.getFields().toArray(new FieldHolder[0])) {
            cls.removeField(field);
        }
    }

    private static void transformMethod(
            ClassHolder cls, MethodHolder method, boolean inC, OrderPins pins) {
        if (method.getName().equals("<init>") || method.getName().equals("<clinit>")) {
            cls.removeMethod(method);
            return;
        }
        method.getAnnotations().add(new AnnotationHolder(Unmanaged.class.getName()));
        if (inC || method.getAnnotations().get(Rules.IN_C) != null) {
            importBody(cls, method);
        } else if (method.getProgram() != null) {
            pins.pin(method.getProgram());
        }
    }

    private static void importBody(ClassHolder cls, MethodHolder method) {
        method.setProgram(null);
        method.getModifiers().add(ElementModifier.NATIVE);
        AnnotationHolder body = new AnnotationHolder(Import.class.getName());
        String name = Rules.bodyName(cls.getName(), method.getName());
        body.getValues().put("name", new AnnotationValue(name));
        method.getAnnotations().add(body);
    }
}
