package dev.quarry.aot;

import static dev.quarry.aot.Compiled.isOk;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes that may not have much memory, or whose kernel says no. What needs root's rights runs
 * when root runs the tests, as continuous integration does.
 */
class ScarcityTest {
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final long ROOM_MIB = 56;

    /** Runs the program under what a shell does first; the MiB it told of. */
    private static long scarce(String first, String how) throws Exception {
        Path program = Compiled.linked("scarce.c", Variant.RELEASE);
        String command = first + " exec " + program + " " + how;
        Programs.Result result = Programs.run(Path.of("sh"), "-c", command);
        List<String> lines = result.lines();
        assertEquals("", result.errors());
        assertEquals(0, result.exitCode());
        assertEquals("ok", lines.getLast());
        return lines.size() == 1 ? 0 : Long.parseLong(lines.getFirst().split(" ")[1]);
    }

    /** How much of a limit there is for blocks: of addresses ("v"), and of data ("d"). */
    @ParameterizedTest
    @CsvSource({"v, 12, 3", "v, 24, 8", "v, 64, 25", "v, 1024, 400",
                "d, 16, 8", "d, 64, 45", "d, 512, 400"})
    void underALimitThereIsNullAndLaterMore(String limit, long mib, long least) throws Exception {
        long got = scarce("ulimit -" + limit + " " + (mib << 10) + " || exit 99;", "fill");
        assertTrue(got >= least && got <= mib, () -> got + " MiB");
    }

    @Test
    void aStartThatFailedIsTriedAgain() throws Exception {
        scarce("", "start");
    }

    /** What is open is resident then; that is a few MiB more than what blocks need. */
    @Test
    @Tag("root")
    void withAllMemoryLockedAProcessStaysSmall() throws Exception {
        long resident = scarce("", "locked");
        assertTrue(resident < 24, () -> resident + " MiB");
    }

    /**
     * The machine's own setting, for as long as that takes: other programs may be refused memory
     * meanwhile, so this is not for every day.
     */
    @Test
    @Tag("root")
    @Tag("long")
    void whereTheKernelCommitsStrictlyTheReservationCountsNothing() throws Exception {
        String strict = "f=/proc/sys/vm/overcommit_memory; old=$(cat $f); "
                + "trap 'echo $old > $f' EXIT; echo 2 > $f || exit 99; ";
        Path program = Compiled.linked("scarce.c", Variant.RELEASE);
        isOk(Programs.run(Path.of("sh"), "-c", strict + program + " strict"));
    }

    /** A cgroup of this test's, of the first or the second version. */
    private static Path cgroup() throws Exception {
        boolean isSecond = Files.exists(CGROUPS.resolve("cgroup.controllers"));
        Path group = CGROUPS.resolve(isSecond ? "quarry-scarcity" : "memory/quarry-scarcity");
        if (!Files.exists(group)) {
            Files.createDirectory(group);
        }
        Path limit = group.resolve(isSecond ? "memory.max" : "memory.limit_in_bytes");
        Files.writeString(limit, Long.toString(ROOM_MIB << 20));
        return group;
    }

    /** A cgroup refuses nothing: a process that wants more than its room is killed. */
    @Test
    @Tag("root")
    void inASmallCgroupMemoryGoesBackAtOnceIfToldSo() throws Exception {
        Path group = cgroup();
        try {
            String join = "echo $$ > " + group.resolve("cgroup.procs") + " || exit 99; "
                    + "export QUARRY_DECOMMIT_DELAY_MILLIS=0;";
            assertTrue(scarce(join, "churn") <= ROOM_MIB);
        } finally {
            Files.delete(group);
        }
    }

    /** The program stands between the library and the kernel, and refuses each call in turn. */
    @Test
    void eachCallOfTheKernelMayFail() throws Exception {
        Programs.Result result = Programs.run(Compiled.linked("failing.c", Variant.UBSAN));
        assertEquals("", result.errors());
        List<String> lines = result.lines();
        assertEquals("ok", lines.getLast());
        assertTrue(callsOf(lines, "mmap once") >= 3, lines::toString);
        assertTrue(callsOf(lines, "mprotect on") >= 20, lines::toString);
        assertTrue(callsOf(lines, "madvise once") >= 40, lines::toString);
    }

    private static long callsOf(List<String> lines, String name) {
        String begin = name + " ";
        String line = lines.stream().filter(l -> l.startsWith(begin)).findFirst().orElseThrow();
        return Long.parseLong(line.substring(name.length() + 1));
    }

    private static Variant withPages(int kib) {
        return Variant.CHECKED.with("-DQUARRY_PAGE_BYTES=" + (kib << 10));
    }

    /** Checked builds see that the kernel is asked for whole pages only. */
    @ParameterizedTest
    @ValueSource(ints = {16, 64})
    void pagesMayBeLarger(int kib) throws Exception {
        Variant variant = withPages(kib);
        Programs.Result said = Programs.run(Compiled.linked("semantics.c", variant));
        assertEquals("ok\n", said.output(), said.errors());
        isOk(Programs.run(Compiled.linked("threads.c", variant)));
        isOk(Programs.run(Compiled.linked("forks.c", variant), "50"));
        isOk(Programs.run(Compiled.linked("scarce.c", variant), "start"));
    }
}
