package dev.quarry.cli.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that people use, unchanged, on Quarry: the same output and exit code as on glibc. */
@Tag("programs")
class RealProgramsTest {
    private static final int FUNCTIONS = 300;

    @TempDir Path scratch;

    /** Puts a program's text beside the folder it is run in. */
    private void place(String name) throws IOException {
        Files.writeString(scratch.resolve(name), Comparison.resource(name));
    }

    @Test
    void bashScripts() throws IOException {
        Result result = Comparison.ofResource(scratch, "bash.sh").same("bash", "sort", "seq");
        assertEquals(3, result.exit());
    }

    @Test
    void perl() throws IOException {
        Comparison.require("perl");
        place("perl.pl");
        assertEquals(5, Comparison.of(scratch, "perl ../perl.pl").same("perl").exit());
    }

    @Test
    void pythonWithJsonThreadsAndSubprocesses() throws IOException {
        Comparison.require("python3");
        place("work.py");
        assertEquals(4, Comparison.of(scratch, "python3 ../work.py").same("python3").exit());
    }

    @Test
    void pythonSumsDigits() throws IOException {
        Comparison.require("python3");
        String code = "print(sum(len(str(i)) for i in range(10**6)))";
        Result result = Comparison.of(scratch, "python3 -c '" + code + "'").same("python3");
        assertEquals("5888890\n", result.out());
    }

    @Test
    void pythonInTwoGibibytesOfAddressSpace() throws IOException {
        Comparison.require("python3");
        place("work.py");
        String limited = "ulimit -v 2097152; python3 ../work.py";
        assertEquals(4, Comparison.of(scratch, limited).same("python3").exit());
    }

    @Test
    void gitClonesLogsAndPacks() throws IOException {
        Comparison.require("git");
        assertEquals(0, Comparison.ofResource(scratch, "git.sh").same("git").exit());
    }

    @Test
    void gccMakesTheSameObject() throws IOException {
        Comparison.require("gcc");
        Files.writeString(scratch.resolve("generated.c"), generatedC());
        String compile = "gcc -O2 -c ../generated.c -o a.o; sha256sum a.o; stat -c %s a.o";
        Result result = Comparison.of(scratch, compile).same("gcc", "cc1", "as");
        assertEquals(new Result(0, result.out(), ""), result);
        assertTrue(result.out().matches("[0-9a-f]{64}  a.o\n[0-9]{5,}\n"), result::out);
    }

    @Test
    void tarAndGzip() throws IOException {
        Comparison.require("tar");
        Comparison.require("gzip");
        assertEquals(1, Comparison.ofResource(scratch, "archive.sh").same("tar", "gzip").exit());
    }

    @Test
    void nodeWithWorkers() throws IOException {
        Comparison.require("node");
        place("work.js");
        assertEquals(6, Comparison.of(scratch, "node ../work.js").same("node").exit());
    }

    @Test
    void javaTellsItsVersion() throws IOException {
        Result result = Comparison.of(scratch, "\"$JDK/bin/java\" -version").same("java");
        assertEquals(0, result.exit());
        assertTrue(result.err().contains(" version \""), result::err);
    }

    @Test
    void javaCompilesAndRunsThreads() throws IOException {
        place("Threads.java");
        String command = "\"$JDK/bin/java\" -Xmx256m ../Threads.java";
        assertEquals(9, Comparison.of(scratch, command).same("java").exit());
    }

    @Test
    void thePythonOfTheReadmeThroughTheScript() {
        Comparison.require("python3");
        String code = "print(sum(len(str(i)) for i in range(10**6)))";
        Result result = Library.run("--", "python3", "-c", code).run();
        assertEquals(new Result(0, "5888890\n", ""), result);
    }

    /** Some thousand lines that give the optimiser work: calls, loops, switches, structures. */
    private static String generatedC() {
        StringBuilder c = new StringBuilder("#include <stdio.h>\n#include <string.h>\n");
        c.append("struct pair { long a; int b; char name[12]; };\n");
        for (int i = 0; i < FUNCTIONS; i++) {
            c.append(
                    """
                    long f%1$d(struct pair *p, int n) {
                        long sum = p->a + %1$d;
                        for (int i = 0; i < n; i++) {
                            switch ((i * %2$d) & 3) {
                                case 0: sum += p[i & 1].a * %2$d; break;
                                case 1: sum ^= strlen(p->name) << (i & 7); break;
                                default: sum -= %3$s;
                            }
                        }
                        return sum;
                    }
                    """
                            .formatted(
                                    i, i % 31 + 2, i == 0 ? "n" : "f" + (i - 1) + "(p, n >> 1)"));
        }
        return c.append("int main(int argc, char **argv) {\n")
                .append("    struct pair p[2] = {{argc, 1, \"one\"}, {2, 2, \"two\"}};\n")
                .append("    printf(\"%ld %s\\n\", f" + (FUNCTIONS - 1) + "(p, argc), argv[0]);\n")
                .append("    return 0;\n}\n")
                .toString();
    }
}
