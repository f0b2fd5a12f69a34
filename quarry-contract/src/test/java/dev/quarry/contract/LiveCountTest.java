package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.span.Span;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rule that a span's live count falls with each block that comes back to it: with it, a drained
 * allocator is empty; where it is broken on purpose, in {@link Span}'s class file, that is seen.
 */
class LiveCountTest {
    private static final String SPAN = Span.class.getName().replace('.', '/') + ".class";

    @TempDir Path folder;

    @Test
    void withTheRuleEverySpanDrains() {
        Child.run(DrainingRun.class);
    }

    /** Of single blocks and of those taken up from other threads; of batches out of magazines. */
    @ParameterizedTest
    @ValueSource(strings = {"put", "putBatch"})
    void aBrokenRuleIsSeen(String method) throws Exception {
        Path broken = folder.resolve(SPAN);
        Files.createDirectories(broken.getParent());
        Files.write(broken, withoutCounting(method));
        Child.End end = Child.endWith(folder, DrainingRun.class);
        assertNotEquals(0, end.exitCode(), end::output);
        assertTrue(end.output().contains("not drained: jvm: spans count"), end::output);
    }

    /** The class with a method in which the live count is worked out and not written. */
    private static byte[] withoutCounting(String method) throws Exception {
        AtomicInteger dropped = new AtomicInteger();
        ClassTransform transform = ClassTransform.transformingMethodBodies(
                model -> model.methodName().equalsString(method),
                (code, element) -> {
                    if (element instanceof FieldInstruction access && writesLiveCount(access)) {
                        code.pop2();
                        dropped.incrementAndGet();
                    } else {
                        code.with(element);
                    }
                });
        try (InputStream in = Span.class.getResourceAsStream("/" + SPAN)) {
            ClassModel span = ClassFile.of().parse(in.readAllBytes());
            byte[] broken = ClassFile.of().transformClass(span, transform);
            assertEquals(1, dropped.get(), method + " has changed");
            return broken;
        }
    }

    private static boolean writesLiveCount(FieldInstruction access) {
        return access.opcode() == Opcode.PUTFIELD && access.name().equalsString("liveCount");
    }
}
