package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk mode costs nothing on a hit: the fast paths are the same with it built out. */
class BulkTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final Variant WITHOUT = Variant.RELEASE.with("-DQUARRY_BULK=0");

    /** Instructions and what they refer to, of one function or, for "", of the whole object. */
    private static List<String> codeOf(Variant variant, String function) throws Exception {
        String section = function.isEmpty() ? "" : "-j .text." + function + " ";
        String command = "objdump -dr --no-show-raw-insn --no-addresses " + section
                + BUILD.object(variant);
        Programs.Result result = Programs.run(java.nio.file.Path.of("sh"), "-c", command);
        assertEquals(0, result.exitCode(), result.errors());
        return result.output().lines().filter(line -> line.startsWith("\t")).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"quarry_malloc", "quarry_free", "quarry_aligned_alloc"})
    void theFastPathsAreTheSameWithoutIt(String function) throws Exception {
        List<String> code = codeOf(Variant.RELEASE, function);
        assertTrue(code.size() >= 20, code::toString);
        assertEquals(code, codeOf(WITHOUT, function));
    }

    @Test
    void theSlowOnesAreNot() throws Exception {
        assertNotEquals(codeOf(Variant.RELEASE, ""), codeOf(WITHOUT, ""));
    }
}
