package dev.quarry.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Exec.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./quarry run} is transparent: what goes in and comes out is the program's own. */
@Tag("script")
class RunTest {
    @TempDir Path scratch;

    private static Result bash(String script) {
        return Exec.quarry("run", "--", "bash", "-c", script).run();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 42, 125, 127, 128, 255})
    void theExitCodeIsThePrograms(int code) {
        assertEquals(new Result(code, "", ""), bash("exit " + code));
    }

    @ParameterizedTest
    @ValueSource(strings = {"HUP 1", "INT 2", "ABRT 6", "KILL 9", "SEGV 11", "PIPE 13", "TERM 15"})
    void aSignalThatEndsTheProgramShows(String signal) {
        String name = signal.split(" ")[0];
        int number = Integer.parseInt(signal.split(" ")[1]);
        assertEquals(128 + number, bash("ulimit -c 0; kill -" + name + " $$; sleep 9").exit());
    }

    @Test
    void aSignalSentToTheScriptReachesTheProgram() throws IOException {
        Path ready = scratch.resolve("ready");
        String script =
                "trap 'echo caught; exit 17' TERM; : >\"$1\"; while :; do sleep 0.05; done";
        Result result =
                Exec.quarry("run", "--", "bash", "-c", script, "bash", ready.toString())
                        .meanwhile(process -> terminateWhenThere(process, ready))
                        .run();
        assertEquals(new Result(17, "caught\n", ""), result);
    }

    private static void terminateWhenThere(Process process, Path ready) {
        try {
            while (!Files.exists(ready) && process.isAlive()) {
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        process.destroy();
    }

    @Test
    void theProgramTakesTheProcessOver() {
        long[] pid = new long[1];
        Result result =
                Exec.quarry("run", "bash", "-c", "echo $$")
                        .meanwhile(process -> pid[0] = process.pid())
                        .run();
        assertEquals(pid[0] + "\n", result.out());
    }

    @Test
    void argumentsArriveAsTheyAre() {
        List<String> odd =
                List.of("", " ", "a b", "*", "$HOME", "'", "\"", "\\", "--", "-x", "a\nb");
        List<String> command = new ArrayList<>(List.of("run", "--", "printf", "<%s>"));
        command.addAll(odd);
        Result result = Exec.quarry(command.toArray(String[]::new)).run();
        assertEquals("<" + String.join("><", odd) + ">", result.out());
    }

    @Test
    void optionsOfTheProgramAreLeftToIt() {
        Result result = Exec.quarry("run", "echo", "--help", "--stats").run();
        assertEquals("--help --stats\n", result.out());
    }

    @Test
    void inputAndFolderAndEnvironmentAreThePrograms() {
        Result result =
                Exec.quarry("run", "--", "bash", "-c", "cat; pwd; echo $JAVA_HOME $OWN")
                        .input("one\ntwo\n")
                        .in(scratch)
                        .with("JAVA_HOME", "/no/such/jdk")
                        .with("OWN", "own")
                        .run();
        assertEquals(new Result(0, "one\ntwo\n" + scratch + "\n/no/such/jdk own\n", ""), result);
    }

    @Test
    void anotherPreloadIsKeptBehindOurs() {
        Result result =
                Exec.quarry("run", "--", "bash", "-c", "echo $LD_PRELOAD")
                        .with("LD_PRELOAD", "libutil.so.1")
                        .run();
        assertTrue(result.out().endsWith("/libquarry.so:libutil.so.1\n"), result::toString);
    }

    @Test
    void statisticsAreEmptiedFirstAndNamedFromTheCallersFolder() throws IOException {
        Files.writeString(scratch.resolve("stats"), "left over\n");
        Result result =
                Exec.quarry("run", "--stats-file=stats", "--", "bash", "-c", "cd /; exit 5")
                        .in(scratch)
                        .run();
        assertEquals(new Result(5, "", ""), result);
        List<String> lines = Files.readAllLines(scratch.resolve("stats"));
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).matches("[0-9]+ bash mallocs=[1-9].*"), lines::toString);
    }

    @Test
    void statisticsOnRequestGoToStderr() {
        Result result = Exec.quarry("run", "--stats", "--", "bash", "-c", "echo out").run();
        assertEquals("out\n", result.out());
        for (String word : List.of("mallocs", "frees", "blocks_live", "bytes_live", "committed")) {
            assertTrue(result.err().contains(word), result::err);
        }
    }
}
