package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.base.Memory;
import dev.quarry.core.page.AddressSpace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What of Quarry's blocks is resident with many threads and after a burst. Looked at are the pages
 * of its own address space, so that the JVM's own memory does not count.
 */
class ResidentTest {
    private static final int SHORT_THREADS = 10_000;
    private static final int AT_ONCE = 8;
    private static final long MIB = 1 << 20;

    @BeforeAll
    static void start() {
        Quarry.free(0);
    }

    /** Resident bytes of the range that all blocks come from. */
    private static long residentBytes() {
        long start = AddressSpace.base;
        long end = start + AddressSpace.reservedBytes();
        long bytes = 0;
        boolean isInside = false;
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
                if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                    long from = Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16);
                    isInside = from >= start && from < end;
                } else if (isInside && line.startsWith("Rss:")) {
                    bytes += Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
                }
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void isAtMost(long bound, long bytes) {
        assertTrue(bytes <= bound, () -> bytes + " B resident, at most " + bound);
    }

    /** Blocks with all pages written: mostly small, one in 64 up to 16 KiB, a few large ones. */
    private static List<Long> take(SplittableRandom random, long bytes) {
        List<Long> blocks = new ArrayList<>();
        for (long left = bytes; left > 0; ) {
            int draw = random.nextInt(4096);
            long size = 16 + random.nextLong(draw == 0 ? 300_000 : draw % 64 == 0 ? 16_384 : 496);
            long block = Quarry.malloc(size);
            for (long at = 0; at + 8 <= size; at += 512) {
                Memory.putLong(block + at, block);
            }
            blocks.add(block);
            left -= size;
        }
        return blocks;
    }

    /** Each leaves its blocks to the caller, who frees them when it has ended. */
    @Test
    void shortThreadsLeaveNothingBehind() throws Exception {
        long tenth = 0;
        long most = 0;
        for (int begun = 0; begun < SHORT_THREADS; begun += AT_ONCE) {
            someThreads(begun);
            if (begun <= SHORT_THREADS / 10) {
                tenth = begun % 40 == 0 ? Math.max(tenth, residentBytes()) : tenth;
            } else if (begun % 400 == 0) {
                most = Math.max(most, residentBytes());
            }
        }
        // How many heaps serve eight threads varies; a leak of 1 KiB a thread would be 10 MiB.
        isAtMost(tenth + 8 * MIB, most);
    }

    private static void someThreads(int seed) throws InterruptedException {
        List<List<Long>> left = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            List<Long> blocks = new ArrayList<>();
            left.add(blocks);
            threads.add(Thread.ofPlatform().start(() -> {
                take(random, 10_000).forEach(Quarry::free);
                blocks.addAll(take(random, 20_000));
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        left.forEach(blocks -> blocks.forEach(Quarry::free));
    }

    /** Without a call into Quarry; how soon is tested on the C library, which runs alone. */
    @Test
    void aBurstGoesBackByItself() throws Exception {
        List<Long> blocks = take(new SplittableRandom(1), 256 * MIB);
        long peak = residentBytes();
        blocks.forEach(Quarry::free);
        for (int second = 0; second < 20 && residentBytes() > peak / 20; second++) {
            Thread.sleep(1000);
        }
        isAtMost(peak / 20, residentBytes());
    }
}
