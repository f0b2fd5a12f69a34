package dev.quarry.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Exec.Result;
import dev.quarry.cli.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script says: help, and what went wrong, each with its exit code. */
@Tag("script")
class MessagesTest {
    /** Not JUnit's: that one warns of each link that a {@link BareMachine} has. */
    private Path scratch;

    @BeforeEach
    void makeScratch() throws IOException {
        scratch = Files.createTempDirectory("quarry-messages").toRealPath();
    }

    @AfterEach
    void deleteScratch() throws IOException {
        Folders.delete(scratch);
    }

    private static void assertRefused(int exit, String message, String... arguments) {
        Result result = Exec.quarry(arguments).run();
        assertEquals(exit, result.exit(), result::toString);
        assertEquals("", result.out());
        assertTrue(result.err().contains(message), result::err);
        assertTrue(result.err().lines().count() <= 3, () -> "too long: " + result.err());
        assertTrue(result.err().startsWith("quarry: "), result::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bench", "build", "install", "run", "sizes", "test"})
    void everyCommandHasHelp(String command) {
        Result result = Exec.quarry(command, "--help").run();
        assertEquals(0, result.exit());
        assertTrue(result.out().contains("Usage: ./quarry " + command), result::out);
        assertEquals(result, Exec.quarry(command, "-h").run());
        assertEquals(result, Exec.quarry("help", command).run());
        assertTrue(Exec.quarry("--help").run().out().contains("  " + command + " "), command);
    }

    @Test
    void helpWithoutACommandWithoutJava() throws IOException {
        Result help = Exec.quarry("--help").run();
        assertTrue(help.out().contains("Usage: ./quarry"), help::out);
        assertEquals(help, Exec.quarry().run());
        assertEquals(help, Exec.quarry("help").run());
        assertEquals(help, new BareMachine(scratch).exec("--help").run());
    }

    @Test
    void whatIsNotUnderstoodIsRefused() {
        assertRefused(2, "frobnicate", "frobnicate");
        assertRefused(2, "Did you mean: ./quarry sizes", "sizse");
        assertRefused(2, "Unknown option: '--fast'", "build", "--fast");
        assertRefused(2, "Unmatched argument", "sizes", "large");
        assertRefused(2, "--prefix", "install", "--prefix");
        assertRefused(2, "Unmatched argument", "install", "/usr");
        assertRefused(2, "Unknown option: '--lnog'", "test", "--lnog");
        assertRefused(2, "nonsense", "help", "nonsense");
    }

    @Test
    void runHasItsOwnExitCodes() {
        assertRefused(125, "PROGRAM", "run");
        assertRefused(125, "PROGRAM", "run", "--stats", "--");
        assertRefused(125, "Unknown option: '--stat'", "run", "--stat", "--", "true");
        assertRefused(125, "--stats-file", "run", "--stats-file");
        assertRefused(125, "no library", "run", "--library", "/no/such.so", "--", "true");
        assertRefused(125, "cannot write", "run", "--stats-file", "/no/such/file", "--", "true");
        assertRefused(127, "no-such-program is not found", "run", "--", "no-such-program");
        assertRefused(127, "/no/such is not found", "run", "--", "/no/such");
        assertRefused(126, "is not executable", "run", Exec.ROOT.resolve("pom.xml").toString());
        assertRefused(126, "is a folder", "run", "--", "/tmp");
        assertRefused(1, "cannot install into /proc/no", "install", "--prefix", "/proc/no");
    }

    @Test
    void aLibraryThatCannotBePreloadedIsRefused() throws IOException {
        Path library = Files.createFile(Files.createDirectory(scratch.resolve("a b")).resolve("l"));
        assertRefused(125, "space or a colon", "run", "--library", library.toString(), "true");
    }

    @Test
    void theScriptWorksThroughALinkAndFromElsewhere() throws IOException {
        Path link = Files.createSymbolicLink(scratch.resolve("q"), Exec.ROOT.resolve("quarry"));
        Result result = Exec.quarry(link, "sizes").in(scratch).run();
        assertEquals(0, result.exit(), result::err);
        assertEquals(41, result.out().lines().count());
    }

    @Test
    void withoutAJdkTheMessageTellsWhatWasLookedAt() throws IOException {
        BareMachine machine = new BareMachine(scratch);
        Path old = machine.addJdk("old", "17.0.15");
        Result result = machine.exec("sizes").with("JAVA_HOME", old.toString()).run();
        assertEquals(3, result.exit(), result::err);
        assertTrue(result.err().contains("no JDK 25 or later"), result::err);
        assertTrue(result.err().contains("JAVA_HOME: " + old + " is 17"), result::err);
        Result build = machine.exec("build").with("QUARRY_BUILD", null).run();
        assertTrue(build.err().contains("no JDK 25 or later"), build::err);
    }

    @Test
    void eachMissingToolIsNamed() throws IOException {
        Result result = new BareMachine(scratch).exec("build").run();
        assertEquals(3, result.exit());
        for (String part : new String[] {"JDK 25", "missing: mvn", "missing: gcc", "maven"}) {
            assertTrue(result.err().contains(part), () -> part + " in " + result.err());
        }
        assertFalse(result.err().contains("valgrind"), "a build does not need what tests need");
    }

    @Test
    void longTestsNeedABrowser() throws IOException {
        BareMachine machine = new BareMachine(scratch);
        assertFalse(machine.exec("test").run().err().contains("chromium"));
        assertTrue(machine.exec("test", "--long").run().err().contains("missing: chromium"));
    }

    @Test
    void installingTakesRootAndOnlyWhatIsMissing() throws IOException {
        BareMachine machine = new BareMachine(scratch);
        machine.addJdk("jvms/jdk", "25.0.3");
        machine.script("gcc", "");
        Path calls = scratch.resolve("calls");
        machine.script("apt-get", "echo \"$@\" >>" + calls + "\nexit 1\n");
        machine.script("id", "echo 1000");
        Exec build = machine.exec("build", "--install").with("QUARRY_BUILD", null);
        boolean debian = Files.exists(Path.of("/etc/debian_version"));
        Result user = build.run();
        assertEquals(3, user.exit());
        assertTrue(user.err().contains(debian ? "needs root" : "no Debian"), user::err);
        assertFalse(Files.exists(calls));

        machine.script("id", "echo 0");
        Result root = build.run();
        assertEquals(3, root.exit(), "what could not be installed is still missing");
        assertTrue(root.err().contains("missing: mvn"), root::err);
        if (debian) {
            String install = "install -y --no-install-recommends maven\n";
            assertEquals("update\n" + install, Files.readString(calls));
        }
    }

    @Test
    void theJdkIsLookedForInJavaHomeThenPathThenTheUsualFolder() throws IOException {
        BareMachine machine = new BareMachine(scratch);
        Path inFolder = machine.addJdk("jvms/b", "26.0.1");
        assertEquals("java of " + inFolder + "\n", machine.exec("sizes").run().out());
        Path onPath = machine.addJdk("path", "25.0.3");
        machine.link("java", onPath.resolve("bin/java"));
        assertEquals("java of " + onPath + "\n", machine.exec("sizes").run().out());
        Path home = machine.addJdk("home", "25-ea");
        Exec withHome = machine.exec("sizes").with("JAVA_HOME", home.toString());
        assertEquals("java of " + home + "\n", withHome.run().out());
        Path runtime = machine.addJdk("runtime", "25.0.3");
        Files.delete(runtime.resolve("bin/javac"));
        Exec withRuntime = machine.exec("sizes").with("JAVA_HOME", runtime.toString());
        assertEquals("java of " + onPath + "\n", withRuntime.run().out(), "a runtime is no JDK");
    }
}
