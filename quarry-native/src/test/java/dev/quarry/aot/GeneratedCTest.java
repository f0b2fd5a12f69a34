package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The C made from the core stands alone and keeps Java's order. */
class GeneratedCTest {
    private static List<String> generated(String file) throws IOException {
        Path path = NativeBuild.here().generated().resolve(file);
        List<String> lines = Files.readAllLines(path);
        assertFalse(lines.isEmpty(), file);
        return lines;
    }

    @ParameterizedTest
    @ValueSource(strings = {"core.h", "core.c"})
    void theCoreObeysTheRules(String file) throws IOException {
        assertEquals(List.of(), GeneratedCRules.problems(generated(file)));
    }

    @Test
    void everyFunctionIsStatic() throws IOException {
        List<String> exported = generated("core.h").stream()
                .filter(line -> line.contains("meth_") && !line.contains("static "))
                .toList();
        assertEquals(List.of(), exported);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "    teavm_throwNullPointerException();",
        "    return teavm_checkcast(teavm_local_1, &dqcb_Fault_Cls, supertypeof_dqcb_Fault);",
        "    TEAVM_METHOD(teavm_local_1, vt_dqcb_Heap, virt_close)(teavm_local_1);",
        "    TeaVM_Array* teavm_local_1;",
        "    teavm_local_1 = (meth_c_Span_next(teavm_local_2) + meth_c_Span_next(teavm_local_2));",
        "    meth_c_Span_push(teavm_local_1, memory_getLong(teavm_local_2));",
        "    double teavm_local_1;",
    })
    void aBrokenRuleIsFound(String line) {
        assertTrue(!GeneratedCRules.problems(List.of(line)).isEmpty(), line);
    }
}
