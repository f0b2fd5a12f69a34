package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the pipeline makes of single lines of TeaVM's C. */
class GeneratedClassTest {
    private static List<String> rewrite(String... lines) {
        return new GeneratedClass("dev.quarry.core.x.Cell", Set.of("flag", "shared"))
                .rewrite(List.of(lines));
    }

    @Test
    void volatileFieldsBecomeAtomic() {
        assertEquals(
                List.of("    _Atomic(int32_t) fld_flag;", "    int32_t fld_flags;"),
                rewrite("    int32_t fld_flag;", "    int32_t fld_flags;"));
        assertEquals(
                List.of("static _Atomic(void*) sfld_dqcx_Cell_shared;"),
                rewrite("extern void* sfld_dqcx_Cell_shared;"));
        assertEquals(
                List.of("static int64_t sfld_dqcx_Cell_other;"),
                rewrite("int64_t sfld_dqcx_Cell_other;"));
    }

    @Test
    void slowTwinsAreMarked() {
        assertEquals(
                List.of("static void meth_dqcx_Cell_push(void*, int64_t);",
                        "QUARRY_SLOW static int64_t meth_dqcx_Cell_popSlow(void*);"),
                rewrite("extern void meth_dqcx_Cell_push(void*, int64_t);",
                        "extern int64_t meth_dqcx_Cell_popSlow(void*);"));
    }

    @Test
    void initialisersGoWhenTheySetZero() {
        assertEquals(List.of(), rewrite(
                "extern void sysinitclass_dqcx_Cell();",
                "void sysinitclass_dqcx_Cell() {",
                "    sfld_dqcx_Cell_shared = NULL;",
                "    sfld_dqcx_Cell_other = INT64_C(0);",
                "}"));
        BuildException refused = assertThrows(BuildException.class, () -> rewrite(
                "void sysinitclass_dqcx_Cell() {",
                "    sfld_dqcx_Cell_other = INT64_C(7);",
                "}"));
        assertTrue(refused.getMessage().contains("initial value"), refused.getMessage());
    }

    @Test
    void includesGo() {
        assertEquals(List.of(), rewrite("#pragma once", "#include \"../../../../../runtime.h\""));
    }
}
