package dev.quarry.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits are read from folders that look like those of the kernel. */
class ProcessBudgetTest {
    private static final String SECOND =
            "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
    private static final String FIRST = """
            31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755
            32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu
            35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
            """;
    private static final MemoryLimit PHYSICAL =
            new MemoryLimit(16_000_000L << 10, "/proc/meminfo");

    @TempDir Path root;

    @BeforeEach
    void aMachineOf16Gigabytes() throws IOException {
        write("proc/meminfo", "MemFree: 1 kB\nMemTotal:       16000000 kB\nMemAvailable: 2 kB\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void groups(String ofProcess, String mounts) throws IOException {
        write("proc/self/cgroup", ofProcess);
        write("proc/self/mountinfo", mounts);
    }

    private void expect(long bytes, String source) {
        assertEquals(new MemoryLimit(bytes, source), MemoryLimit.read(root));
    }

    @Test
    void withoutGroupsItIsTheMachines() {
        assertEquals(PHYSICAL, MemoryLimit.read(root));
    }

    @Test
    void aGroupOfTheSecondVersion() throws Exception {
        groups("0::/app\n", SECOND);
        write("sys/fs/cgroup/app/memory.max", "536870912\n");
        write("sys/fs/cgroup/app/memory.high", "max\n");
        expect(512 << 20, "/sys/fs/cgroup/app/memory.max");
    }

    @Test
    void maxIsNoLimit() throws Exception {
        groups("0::/app\n", SECOND);
        write("sys/fs/cgroup/app/memory.max", "max\n");
        assertEquals(PHYSICAL, MemoryLimit.read(root));
    }

    @Test
    void aboveHighAGroupIsSlowedDown() throws Exception {
        groups("0::/app\n", SECOND);
        write("sys/fs/cgroup/app/memory.max", "536870912\n");
        write("sys/fs/cgroup/app/memory.high", "400000000\n");
        expect(400_000_000, "/sys/fs/cgroup/app/memory.high");
    }

    /** The least of all groups around it counts, wherever it stands. */
    @Test
    void groupsAroundItCount() throws Exception {
        groups("0::/slice/pod/app\n", SECOND);
        write("sys/fs/cgroup/slice/pod/app/memory.max", "max\n");
        write("sys/fs/cgroup/slice/pod/memory.max", "300000000\n");
        write("sys/fs/cgroup/slice/memory.max", "400000000\n");
        expect(300_000_000, "/sys/fs/cgroup/slice/pod/memory.max");
        write("sys/fs/cgroup/slice/memory.max", "200000000\n");
        expect(200_000_000, "/sys/fs/cgroup/slice/memory.max");
        write("sys/fs/cgroup/other/memory.max", "1000\n");
        expect(200_000_000, "/sys/fs/cgroup/slice/memory.max");
    }

    /** In a container, whose own group is all that it sees. */
    @Test
    void aContainersGroupIsTheMount() throws Exception {
        groups("0::/\n", SECOND);
        write("sys/fs/cgroup/memory.max", "268435456\n");
        expect(256 << 20, "/sys/fs/cgroup/memory.max");
        groups("0::/../../elsewhere\n", SECOND);
        write("sys/elsewhere/memory.max", "1\n");
        expect(256 << 20, "/sys/fs/cgroup/memory.max");
    }

    @Test
    void aGroupOfTheFirstVersion() throws Exception {
        groups("5:cpu,cpuacct:/app\n4:memory:/app/one\n1:name=systemd:/x\n", FIRST);
        write("sys/fs/cgroup/cpu/app/memory.limit_in_bytes", "1\n");
        write("sys/fs/cgroup/memory/app/one/memory.limit_in_bytes", "9223372036854771712\n");
        assertEquals(PHYSICAL, MemoryLimit.read(root));
        write("sys/fs/cgroup/memory/app/memory.limit_in_bytes", "100000000\n");
        expect(100_000_000, "/sys/fs/cgroup/memory/app/memory.limit_in_bytes");
    }

    /** The mount shows the group from some folder on; the process's path is the host's. */
    @Test
    void aMountMayBeginBelowTheRoot() throws Exception {
        groups("4:memory:/docker/abc/sub\n",
                "35 31 0:32 /docker/abc /sys/fs/my\\040group rw - cgroup cgroup rw,memory\n");
        write("sys/fs/my group/memory.limit_in_bytes", "200000000\n");
        write("sys/fs/my group/sub/memory.limit_in_bytes", "100000000\n");
        expect(100_000_000, "/sys/fs/my group/sub/memory.limit_in_bytes");
        groups("4:memory:/docker/abcd\n",
                "35 31 0:32 /docker/abc /sys/fs/my\\040group rw - cgroup cgroup rw,memory\n");
        expect(200_000_000, "/sys/fs/my group/memory.limit_in_bytes");
    }

    /** Both versions mounted, the memory controller in the first. */
    @Test
    void bothVersions() throws Exception {
        groups("4:memory:/app\n0::/\n",
                FIRST + SECOND.replace("/sys/fs/cgroup", "/sys/fs/cgroup/unified"));
        write("sys/fs/cgroup/memory/app/memory.limit_in_bytes", "100000000\n");
        expect(100_000_000, "/sys/fs/cgroup/memory/app/memory.limit_in_bytes");
    }

    @Test
    void nonsenseIsNoLimit() throws Exception {
        groups("\nnonsense\n0::/app\n", "nonsense\n" + SECOND);
        write("sys/fs/cgroup/app/memory.max", "18446744073709551615\n");
        assertEquals(PHYSICAL, MemoryLimit.read(root));
        write("sys/fs/cgroup/app/memory.max", "-1\n");
        assertEquals(PHYSICAL, MemoryLimit.read(root));
    }

    @Test
    void aMachineThatTellsNothingIsRefused() throws Exception {
        write("proc/meminfo", "MemFree: 1 kB\n");
        assertThrows(IllegalStateException.class, () -> MemoryLimit.read(root));
    }

    @Test
    void theJavaHeapAndTheReserveAreTakenOff() {
        ProcessBudget budget = new ProcessBudget(1 << 30, "/file", 256 << 20, 128 << 20);
        assertEquals(640 << 20, budget.bytes());
        assertEquals(
                "640 MiB for native memory: 1 GiB by /file, less 256 MiB for the Java heap and"
                        + " 128 MiB in reserve",
                budget.toString());
        assertEquals(0, new ProcessBudget(1 << 30, "/file", 1 << 30, 1).bytes());
        assertThrows(
                IllegalArgumentException.class, () -> new ProcessBudget(1, "/file", 1, -1));
    }

    @Test
    void thisProcesssBudgetIsRead() {
        ProcessBudget budget = ProcessBudget.read();
        assertEquals(Runtime.getRuntime().maxMemory(), budget.javaHeap());
        assertTrue(budget.memory() > 0 && budget.reserve() >= 64 << 20, budget::toString);
        assertEquals(
                Math.max(0, budget.memory() - budget.javaHeap()),
                ProcessBudget.read(0).bytes());
    }

    @Test
    void bytesAreWrittenShort() {
        assertEquals("0 bytes", Bytes.text(0));
        assertEquals("1023 bytes", Bytes.text(1023));
        assertEquals("1 KiB", Bytes.text(1024));
        assertEquals("1.5 KiB", Bytes.text(1536));
        assertEquals("8 MiB", Bytes.text(8 << 20));
        assertEquals("4096 TiB", Bytes.text(1L << 52));
    }
}
