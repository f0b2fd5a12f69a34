package dev.quarry.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each workload does what its description says: so many operations, so many blocks live, sizes so
 * distributed, so many freed by another thread, so many bytes written.
 */
class WorkloadTest {
    private static final int OPS = 24_000;
    private static final List<String> TWO_THREADS = List.of("--ops", "24000", "--threads", "2");
    private static final double TOLERANCE = 0.03;

    private static Count two(String workload, String... more) throws IOException {
        return Count.of(workload, Stream.concat(TWO_THREADS.stream(),
                Arrays.stream(more)).toArray(String[]::new));
    }

    private static void allocates(long blocks, Count count) {
        assertEquals(blocks, count.get("allocated"), "allocated");
        assertEquals(blocks, count.get("freed"), "freed");
        assertEquals(blocks + count.get("reallocated"), count.operationsPrinted(), "printed");
        assertEquals(0, count.get("live"), "live at the end");
        assertEquals(0, count.get("wrong_frees"), "wrong frees");
    }

    private static void between(long least, long most, long value, String what) {
        assertTrue(value >= least && value <= most,
                what + ": " + value + " is not in " + least + ".." + most);
    }

    /** One byte in 256 has the pattern's own value and escapes. */
    private static void writes(long bytes, Count count) {
        between(bytes - bytes / 64 - 8, bytes, count.get("written"), "written");
    }

    private static void near(double expected, double value, String what) {
        assertEquals(expected, value, TOLERANCE, what);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 64, 256, 1024})
    void pairKeepsOneBlock(int size) throws IOException {
        Count count = Count.of("pair", "--ops", "5000", "--size", Integer.toString(size));
        allocates(5000, count);
        assertEquals(1, count.get("live_most"));
        assertEquals(5000L * size, count.get("requested"));
        assertEquals(5000, count.get("le_" + size));
        assertEquals(0, count.get("remote"));
        writes(5000, count);
    }

    @Test
    void churnKeeps256PerThread() throws IOException {
        Count count = two("churn", "--size", "16");
        allocates(OPS, count);
        between(256, 512, count.get("live_most"), "live");
        assertEquals(OPS, count.get("le_16"));
        assertEquals(0, count.get("remote"));
        writes(OPS - 512, count);
    }

    @Test
    void bulkKeeps1024() throws IOException {
        Count count = Count.of("bulk", "--ops", "10240", "--size", "256");
        allocates(10240, count);
        assertEquals(1024, count.get("live_most"));
        assertEquals(10240, count.get("le_256"));
        writes(10240, count);
    }

    @Test
    void batchKeeps100() throws IOException {
        Count count = Count.of("batch", "--ops", "10000", "--size", "1024");
        allocates(10000, count);
        assertEquals(100, count.get("live_most"));
        assertEquals(10000, count.get("le_1024"));
        writes(10000, count);
    }

    @Test
    void mixedSpreadsSizesEvenly() throws IOException {
        Count count = Count.of("mixed", "--ops", "24000");
        allocates(OPS, count);
        assertEquals(256, count.get("live_most"));
        near(512.0 / 1009, count.share(1024), "above 512 B");
        near(256.0 / 1009, count.share(512), "above 256 B");
        assertEquals(1, count.shareUpTo(1024));
        assertEquals(0, count.get("le_8"));
        writes(OPS - 256, count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"larson", "larson-sized"})
    void larsonHandsItsBlocksOn(String name) throws IOException {
        // 22,000 replacements in 4 generations of each thread. Every generation inherits 1000
        // blocks and leaves 1000, nearly all of which it has replaced itself.
        Count count = two(name, "--generation", "2750");
        allocates(OPS, count);
        assertEquals(2000, count.get("live_most"));
        near(489.0 / 993, count.share(1024), "above 512 B");
        near(256.0 / 993, count.share(512), "above 256 B");
        between(8000, 10_000, count.get("remote"), "freed by another thread");
        writes(2 * OPS, count);
    }

    @Test
    void mstressKeepsHalfAndMigrates() throws IOException {
        Count count = two("mstress");
        between(OPS - 100, OPS, count.get("allocated"), "allocated");
        allocates(count.get("allocated"), count);
        near(0.5, count.share(8), "8 B");
        near(0.25, count.share(16), "16 B");
        assertTrue(count.get("le_32768") > 0, "no large block");
        // Half of a round survives its thread, and an eighth is swapped.
        between(OPS / 4, OPS * 3 / 5, count.get("remote"), "freed by another thread");
        writes(2 * count.get("allocated"), count);
    }

    @Test
    void glibcSimpleRunsUpTo1600() throws IOException {
        Count count = Count.of("glibc-simple", "--ops", "59500");
        allocates(59_500, count);
        assertEquals(1600, count.get("live_most"));
        // Eight runs (two of each length, 4250 blocks twice) of a size, then the next size.
        assertEquals(2 * 4250, count.get("le_16"));
        assertEquals(2 * 4250, count.get("le_512"));
        assertEquals(0, count.get("remote"));
        writes(59_500, count);
    }

    @Test
    void glibcThreadPrefersSmallSizes() throws IOException {
        Count count = two("glibc-thread");
        allocates(OPS, count);
        // One thread may have ended before the other begins.
        between(1000, 2048, count.get("live_most"), "live");
        assertEquals(0, count.get("remote"));
        assertTrue(count.get("le_16384") + count.get("le_32768") > 0, "no large block");
        near(0.875, count.shareUpTo(32), "up to 32 B");
        near(0.97, count.shareUpTo(128), "up to 128 B");
        writes(OPS, count);
    }

    @Test
    void allocTestVisitsFewPlacesOften() throws IOException {
        Count count = two("alloc-test");
        allocates(OPS, count);
        // 12,000 visits per thread would meet 8500 of 16,384 places if drawn evenly.
        between(3000, 8000, count.get("live_most"), "live");
        assertEquals(0, count.get("remote"));
        near(0.5, count.share(16), "9 to 16 B");
        near(0.25, count.share(32), "17 to 32 B");
        writes(2 * OPS, count);
    }

    @Test
    void rptestPassesSetsOn() throws IOException {
        Count count = two("rptest");
        allocates(OPS, count);
        between(1000, 4000, count.get("live_most"), "live");
        // A density that falls linearly: up to half of the range lie three quarters.
        near(0.76, count.shareUpTo(8192), "up to 8 KiB");
        between(1000, 20_000, count.get("remote"), "freed by another thread");
        writes(2 * OPS, count);
    }

    @Test
    void xmallocFreesOnlyRemotely() throws IOException {
        Count count = two("xmalloc-test");
        allocates(OPS, count);
        assertEquals(OPS, count.get("remote"));
        between(1, 16 * 4096, count.get("live_most"), "live");
        assertEquals(OPS, count.get("le_64"));
        writes(OPS, count);
    }

    @Test
    void xmallocWithAHundredOfEach() throws IOException {
        Count count = Count.of("xmalloc-test", "--ops", "200000", "--threads", "100");
        allocates(200_000, count);
        assertEquals(200_000, count.get("remote"));
    }

    @Test
    void cacheThrashWritesItsOwn() throws IOException {
        Count count = two("cache-thrash", "--writes", "10");
        allocates(OPS, count);
        between(1, 2, count.get("live_most"), "live");
        assertEquals(0, count.get("remote"));
        writes(2 * OPS, count);
    }

    @Test
    void cacheScratchBeginsWithBlocksOfMain() throws IOException {
        Count count = two("cache-scratch", "--writes", "10");
        allocates(OPS, count);
        assertEquals(2, count.get("remote"));
        assertEquals(OPS, count.get("le_8"));
        writes(2 * OPS - 2, count);
    }

    @Test
    void sh6benchKeepsAThird() throws IOException {
        Count count = Count.of("sh6bench", "--ops", "24000");
        allocates(OPS, count);
        assertEquals(8000, count.get("live_most"));
        assertEquals(OPS / 16, count.get("le_8"));
        assertEquals(OPS / 4, count.get("le_64"));
        assertEquals(0, count.get("remote"));
        writes(2 * OPS, count);
    }

    @Test
    void sh8benchPassesAThird() throws IOException {
        Count count = two("sh8bench");
        allocates(OPS, count);
        between(6000, 16_000, count.get("live_most"), "live");
        between(2000, OPS / 3, count.get("remote"), "freed by another thread");
        writes(2 * OPS, count);
    }

    @Test
    void mallocLargeStaysBetween5And25Megabytes() throws IOException {
        Count count = Count.of("malloc-large", "--ops", "8");
        allocates(8, count);
        assertEquals(1, count.shareUpTo(1 << 25));
        assertEquals(0, count.shareUpTo(1 << 22));
        between(8L * 5_000_000, 8L * 25_000_000, count.get("requested"), "requested");
        // A byte in every sixteenth page.
        long pages = count.get("requested") / 65_536;
        between(pages - pages / 32, pages + 8, count.get("written"), "written");
    }

    @Test
    void mleakLeavesHalfToMain() throws IOException {
        Count count = two("mleak");
        allocates(OPS, count);
        assertEquals(OPS / 2, count.get("remote"));
        between(200, 400, count.get("live_most"), "live");
        assertEquals(1, count.shareUpTo(4096));
        writes(2 * OPS, count);
    }

    @Test
    void reallocGrowsInSteps() throws IOException {
        // 28 sizes from 16 B to 1 MiB, for 8 buffers: 8 allocations and 216 growths.
        Count count = Count.of("realloc", "--ops", "448", "--mode", "growth");
        assertEquals(16, count.get("allocated"));
        assertEquals(432, count.get("reallocated"));
        allocates(16, count);
        assertEquals(16, count.get("le_16"));
        assertTrue(count.get("le_1048576") > 0, "does not reach 1 MiB");
        assertEquals(0, count.get("le_2097152"));
    }

    @Test
    void reallocShrinks50Buffers() throws IOException {
        Count count = Count.of("realloc", "--mode", "shrink", "--wait", "1");
        allocates(50, count);
        assertEquals(51, count.get("reallocated"));
        assertEquals(50, count.get("le_4194304"));
        assertEquals(50, count.get("le_131072"));
        assertEquals(1, count.get("le_67108864"));
        writes(50L * 100_000, count);
    }

    @Test
    void burstWritesAllOfIt() throws IOException {
        Count count = Count.of("burst-idle", "--mib", "8", "--idle", "20", "--step", "10");
        allocates(count.get("allocated"), count);
        assertEquals(count.get("allocated"), count.get("live_most"));
        between(8 << 20, (8 << 20) + 32_768, count.get("requested"), "requested");
        writes(count.get("requested"), count);
        near(1.0 / 11, count.share(32), "an octave's share");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data", "as"})
    void exhaustEndsAtItsLimitTwice(String kind) throws IOException {
        Count count = Count.of("exhaust", "--mib", "64", "--kind", kind);
        // The counting allocator never reuses: the second time it can give nothing.
        allocates(count.get("allocated"), count);
        between(1000, 16_384, count.get("live_most"), "live");
        assertEquals(count.get("allocated"), count.get("le_4096"));
    }

    @Test
    void recordsTwice() throws IOException {
        Count count = Count.of("records", "--ops", "20000");
        allocates(20_000, count);
        assertEquals(10_000, count.get("live_most"));
        assertEquals(20_000L * 24, count.get("requested"));
        writes(20_000L * 24, count);
    }

    @Test
    void trivialIsTrivial() throws IOException {
        Count count = Count.of("trivial");
        allocates(1, count);
        writes(2, count);
    }
}
