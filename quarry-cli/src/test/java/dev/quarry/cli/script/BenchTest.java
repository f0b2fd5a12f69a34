package dev.quarry.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec.Result;
import dev.quarry.cli.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code bench all} starts, on a machine whose java only tells what it was told. */
@Tag("script")
class BenchTest {
    private Path scratch;
    private BareMachine machine;

    @BeforeEach
    void makeScratch() throws IOException {
        scratch = Files.createTempDirectory("quarry-bench").toRealPath();
        machine = new BareMachine(scratch);
        javaDoes("");
    }

    @AfterEach
    void deleteScratch() throws IOException {
        Folders.delete(scratch);
    }

    private void javaDoes(String more) throws IOException {
        Path java = machine.addJdk("jvms/jdk", "25.0.3").resolve("bin/java");
        Files.writeString(java, "#!/usr/bin/env bash\necho \"$@\"\n" + more);
    }

    private List<String> started(String... arguments) {
        return machine.exec(arguments).run().out().lines()
                .map(line -> line.replaceFirst(".*(?=BenchMain|JvmMain)", "")).toList();
    }

    @Test
    void bothLivesAreMeasuredUnderOneLabelAndReported() {
        assertEquals(
                List.of("BenchMain c --quick --label x/c", "JvmMain --quick --label x/jvm",
                        "BenchMain report x"),
                started("bench", "all", "--quick", "--label", "x"));
        assertEquals(
                List.of("BenchMain c --label y/c", "JvmMain --label y/jvm",
                        "BenchMain report y"),
                started("bench", "all", "--label=y"));
    }

    @Test
    void aSuiteThatFailsEndsIt() throws IOException {
        javaDoes("exit 7\n");
        Result result = machine.exec("bench", "all", "--label", "x").run();
        assertEquals(7, result.exit());
        assertEquals(1, result.out().lines().count(), result::out);
    }

    @Test
    void whatItDoesNotTakeIsRefused() {
        Result result = machine.exec("bench", "all", "--only", "pair").run();
        assertEquals(2, result.exit());
        assertTrue(result.err().contains("--only"), result::err);
        assertEquals("", result.out());
    }
}
