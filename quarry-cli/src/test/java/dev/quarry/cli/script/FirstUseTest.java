package dev.quarry.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Exec.Result;
import dev.quarry.cli.Folders;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's first command, from a clean checkout and with the real Maven. */
@Tag("script")
class FirstUseTest {
    @TempDir Path scratch;

    @Test
    void theFirstCommandBuildsAndRuns() throws IOException {
        Path checkout = scratch.resolve("checkout");
        Folders.copySources(Exec.ROOT, checkout);
        String code = "print(sum(len(str(i)) for i in range(10**6)))";
        Result first = run(checkout, code);
        assertEquals(0, first.exit(), first::err);
        assertEquals("5888890\n", first.out());
        String told = "quarry: building .*\nquarry: built in [0-9]+ s\n";
        assertTrue(first.err().matches(told), first::err);
        assertEquals(new Result(0, "5888890\n", ""), run(checkout, code));
    }

    private static Result run(Path checkout, String code) {
        return Exec.quarry(checkout.resolve("quarry"), "run", "--", "python3", "-c", code)
                .with("QUARRY_BUILD", null)
                .run();
    }
}
