package dev.quarry.strict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.Quarry;
import dev.quarry.core.base.Memory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The strict allocator in processes of its own: checked or not, traced or not, other targets. */
class StrictAllocatorTest {
    private static final Map<String, String> WRONG_USES = Map.of(
            "empty", "alloc, size 0, alignment 8: the size is 0",
            "empty-resize", "realloc, size 0, alignment 8: the size is 0",
            "alignment", "allocZeroed, size 8, alignment 12: the alignment is no power of two",
            "too-large", "the size rounded up to the alignment is above 2^63 - 1",
            "twice", "size 100, alignment 8: the address is no block in use",
            "foreign", "size 100, alignment 8: the address is no block in use",
            "other-size", "size 101, alignment 8: the block was allocated with another size",
            "other-alignment", "size 100, alignment 16: the block was allocated with another"
                    + " alignment");

    private static String run(List<String> options, String... arguments) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-XX:+UseSerialGC", "-cp",
                location(StrictUses.class) + ":" + location(Quarry.class) + ":"
                        + location(Memory.class),
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(options);
        command.add(StrictUses.class.getName());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Path location(Class<?> cls) throws Exception {
        return Path.of(cls.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @ParameterizedTest
    @CsvSource({"-da, off", "-ea, off", "-da, on", "-ea, on"})
    void rightUseIsServed(String assertions, String trace) throws Exception {
        String said = run(List.of(assertions, "-Dquarry.strace=" + trace), "right");
        long traced = said.lines().filter(line -> line.startsWith("strace: ")).count();
        assertEquals(trace.equals("on") ? 42 : 0, traced, said);
        assertTrue(said.lines().toList().contains("ok"), said);
        if (traced > 0) {
            assertTrue(said.contains("strace: alloc(100, 1) = 0x"), said);
            assertTrue(said.contains(", 100, 1, 5000) = 0x"), said);
        }
    }

    @Test
    void aBrokenPreconditionIsNamed() throws Exception {
        List<String> names = List.copyOf(WRONG_USES.keySet());
        String said = run(List.of("-ea"), names.toArray(String[]::new));
        for (String name : names) {
            assertTrue(said.lines().anyMatch(line -> line.startsWith(name + ": ")
                    && line.contains(WRONG_USES.get(name))), name + "\n" + said);
        }
    }

    @Test
    void withoutAssertionsNothingIsChecked() throws Exception {
        String said = run(List.of("-da"), "empty", "other-size", "other-alignment");
        assertEquals("empty: served\nother-size: served\nother-alignment: served\n", said);
    }

    @Test
    void theTargetIsReplacedAtStartUp() throws Exception {
        String said = run(List.of("-da", "-Dquarry.strict.target=" + StrictUses.Counting.class
                .getName()), "empty");
        assertEquals("empty: served by another\n", said);
        assertEquals("installed: served by another\nlate: refused\n",
                run(List.of("-da"), "installed", "late"));
        String wrong = run(List.of("-Dquarry.strict.target=no.Such"), "empty");
        assertTrue(wrong.contains("quarry.strict.target=no.Such must name"), wrong);
    }

    /** What the compiler says it did: the constant's call needs no test of its type. */
    @Test
    void theIndirectionIsCompiledAway() throws Exception {
        String said = run(List.of("-da", "-XX:+UnlockDiagnosticVMOptions", "-Xbatch",
                "-XX:-TieredCompilation", "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=PrintInlining," + StrictUses.class.getName() + "::hot"), "hot");
        String alloc = lineWith(said, "QuarryTarget::alloc ");
        String dealloc = lineWith(said, "QuarryTarget::dealloc ");
        assertTrue(alloc.contains("inline (hot)"), said);
        assertTrue(dealloc.contains("inline (hot)"), said);
        assertFalse(said.contains("virtual call") || said.contains("TypeProfile"), said);
    }

    private static String lineWith(String text, String part) {
        return text.lines().filter(line -> line.contains(part)).findFirst().orElse(text);
    }
}
