package dev.quarry.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec.Result;
import dev.quarry.cli.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When the script builds, and how it judges the tests; with a pretended Maven. */
@Tag("script")
class BuildTest {
    private Path scratch;
    private Checkout checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        scratch = Files.createTempDirectory("quarry-build").toRealPath();
        checkout = new Checkout(scratch);
    }

    @AfterEach
    void deleteCheckout() throws IOException {
        Folders.delete(scratch);
    }

    private void runTrue() {
        Result result = checkout.exec("run", "--", "true").run();
        assertEquals(0, result.exit(), result::err);
    }

    @Test
    void theFirstUseBuildsAndTheNextDoesNot() throws IOException {
        Result first = checkout.exec("run", "--", "true").run();
        assertTrue(first.err().startsWith("quarry: building"), first::err);
        assertEquals(0, first.exit(), first::err);
        assertEquals(1, checkout.calls());
        runTrue();
        assertEquals(1, checkout.calls());
        assertTrue(checkout.exec("build").run().err().contains("built in"), "asked for, it builds");
        assertEquals(2, checkout.calls());
    }

    @Test
    void anEditBuildsAgainAnEditedTestDoesNot() throws IOException {
        runTrue();
        Checkout.edit(checkout.root.resolve("quarry-core/src/test/java"));
        runTrue();
        assertEquals(1, checkout.calls());
        Checkout.edit(checkout.source("quarry-core"));
        runTrue();
        assertEquals(2, checkout.calls());
    }

    @Test
    void aSourceTakenAwayBuildsAgain() throws IOException {
        runTrue();
        Files.delete(checkout.source("quarry-native"));
        Checkout.edit(checkout.source("quarry-native").getParent());
        runTrue();
        assertEquals(2, checkout.calls());
    }

    @Test
    void aLibraryTakenAwayBuildsAgain() throws IOException {
        runTrue();
        Files.delete(checkout.root.resolve("quarry-native/target/libquarry.so"));
        runTrue();
        assertEquals(2, checkout.calls());
    }

    @Test
    void twoFirstUsesAtOnceBuildOnce() throws IOException {
        checkout.mavenDoes("while [[ ! -e second ]]; do :; done\n" + Checkout.makeOutputs());
        Result first =
                checkout.exec("run", "--", "true")
                        .meanwhile(
                                process -> {
                                    Thread second = Thread.ofVirtual().start(this::runTrue);
                                    touch(checkout.root.resolve("second"));
                                    join(second);
                                })
                        .run();
        assertEquals(0, first.exit(), first::err);
        assertEquals(1, checkout.calls());
    }

    private static void touch(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFailedBuildShowsItsErrorsAndIsTriedAgain() throws IOException {
        checkout.mavenDoes("echo '[INFO] fine'; echo '[ERROR] Source.java: no'; exit 1\n");
        Result build = checkout.exec("build").run();
        assertEquals(1, build.exit());
        assertTrue(build.err().contains("[ERROR] Source.java: no"), build::err);
        assertFalse(build.err().contains("fine"), build::err);
        Result run = checkout.exec("run", "--", "echo", "never").run();
        assertEquals(125, run.exit());
        assertEquals("", run.out());
        assertEquals(2, checkout.calls());
    }

    @Test
    void aBuildIsNotPreloadedAndHasTheJdkFound() throws IOException {
        checkout.mavenDoes("echo \"$JAVA_HOME,${LD_PRELOAD-}\" >seen\n" + Checkout.makeOutputs());
        checkout.exec("run", "--", "true").with("LD_PRELOAD", "libutil.so.1").run();
        assertEquals(
                scratch.resolve("jvms/jdk") + ",\n",
                Files.readString(checkout.root.resolve("seen")));
    }

    /** A report as Surefire writes it. */
    private static String report(int tests, int failures, int skipped) {
        String open = "<testcase name=\"case\" classname=\"a.Test\" time=\"0.1\"";
        String text =
                "<testsuite name=\"a.Test\" time=\"0.1\" tests=\"%d\" errors=\"0\" skipped=\"%d\""
                        + " failures=\"%d\">\n";
        return "mkdir -p quarry-core/target/surefire-reports\n"
                + "cat >quarry-core/target/surefire-reports/TEST-a.Test.xml <<'END'\n"
                + "<?xml version=\"1.0\"?>\n"
                + text.formatted(tests, skipped, failures)
                + open
                + (skipped > 0 ? ">\n<skipped message=\"x\"/>\n</testcase>\n" : "/>\n")
                + "</testsuite>\nEND\n";
    }

    @Test
    void testsThatPass() throws IOException {
        checkout.mavenDoes(
                "echo '[INFO] Building Quarry core: x 0.1-SNAPSHOT      [2/7]'\n"
                        + "echo '[INFO] Running a.Test'\necho '[INFO] Tests run: 5, Failures: 0'\n"
                        + "echo '[INFO] chatter'\n"
                        + report(5, 0, 0));
        Result result = checkout.exec("test").run();
        assertEquals(0, result.exit(), result::toString);
        assertTrue(
                result.out()
                        .startsWith(
                                "[2/7] Quarry core: x\n  Tests run: 5, Failures: 0\n"
                                        + "5 passed, 0 failed, 0 skipped\nquarry: passed after "),
                result::out);
        assertTrue(Files.readString(checkout.root.resolve("calls")).endsWith("verify\n"));
    }

    @Test
    void longTestsAreAskedOfMaven() throws IOException {
        checkout.mavenDoes(report(1, 0, 0));
        assertEquals(0, checkout.exec("test", "--long").run().exit());
        assertTrue(Files.readString(checkout.root.resolve("calls")).contains("-Dquarry.long=true"));
    }

    @Test
    void aFailedASkippedAndNoTestFail() throws IOException {
        checkout.mavenDoes("echo '[ERROR] a.Test.case: expected 1'\n" + report(5, 1, 0) + "exit 1");
        Result failed = checkout.exec("test").run();
        assertEquals(1, failed.exit());
        assertTrue(failed.out().contains("[ERROR] a.Test.case: expected 1\n"), failed::out);
        assertTrue(failed.out().contains("4 passed, 1 failed, 0 skipped\n"), failed::out);

        checkout.mavenDoes(report(5, 0, 1));
        Result skipped = checkout.exec("test").run();
        assertEquals(1, skipped.exit());
        assertTrue(skipped.out().contains("skipped: a.Test.case\n4 passed, 0 failed, 1 skipped"));

        checkout.mavenDoes("exit 0");
        Result none = checkout.exec("test").run();
        assertEquals(1, none.exit(), "an old report does not count");
        assertTrue(none.out().contains("no test ran"), none::out);
    }
}
