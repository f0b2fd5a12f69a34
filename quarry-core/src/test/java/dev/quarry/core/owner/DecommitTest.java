package dev.quarry.core.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.base.Memory;
import dev.quarry.core.page.Buddy;
import dev.quarry.core.span.Magazine;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What stays free goes back to the kernel, whole runs and single pages, and nothing else does. */
class DecommitTest extends CoreTest {
    private static final int COUNT = 64_000;
    private static final int BYTES = 1000;
    private static final long MEGABYTE = 1L << 20;

    /** Enough for a retired span to be noted, given back, seen free, and seen again. */
    private static final int PASSES = 5;

    private static long residentBytes() throws IOException {
        String[] pages = Files.readString(Path.of("/proc/self/statm")).split(" ");
        return Long.parseLong(pages[1]) * 4096;
    }

    private static void pass(int times) {
        for (int i = 0; i < times; i++) {
            Decommit.pass();
        }
    }

    private long[] written(int count, long bytes) {
        long[] blocks = blocks(count, bytes);
        for (long block : blocks) {
            for (long at = 0; at + 8 <= bytes; at += 512) {
                Memory.putLong(block + at, block);
            }
        }
        return blocks;
    }

    @Test
    void whatIsFreeTwiceGoesBack() {
        free(written(COUNT, BYTES));
        assertTrue(Buddy.dirtyUnits() > COUNT * BYTES / 2 / Geometry.UNIT_BYTES);
        pass(PASSES);
        assertEquals(0, Buddy.dirtyUnits());
    }

    @Test
    void whatWasFreedSinceTheLastPassStays() {
        pass(PASSES);
        long[] blocks = written(100, 100_000);
        free(blocks);
        long dirty = Buddy.dirtyUnits();
        assertTrue(dirty >= 100);
        pass(1);
        assertEquals(dirty, Buddy.dirtyUnits());
        pass(1);
        assertEquals(0, Buddy.dirtyUnits());
    }

    @Test
    void blocksInUseKeepTheirPagesOnly() throws IOException {
        long[] blocks = written(COUNT, BYTES);
        long before = residentBytes();
        long[] kept = new long[COUNT / 64];
        for (int i = 0; i < blocks.length; i++) {
            if (i % 64 == 0) {
                kept[i / 64] = blocks[i];
            } else {
                free(blocks[i]);
            }
        }
        pass(PASSES);
        long freed = before - residentBytes();
        assertTrue(freed > 32 * MEGABYTE, "went back: " + freed);
        for (long block : kept) {
            assertEquals(block, Memory.getLong(block));
        }
        isValid();
        free(kept);
    }

    @Test
    void whatWentBackCanBeUsedAgain() {
        for (int round = 0; round < 3; round++) {
            long[] blocks = written(COUNT / 8, BYTES);
            isValid();
            free(Arrays.copyOf(blocks, blocks.length / 2));
            pass(PASSES);
            free(Arrays.copyOfRange(blocks, blocks.length / 2, blocks.length));
        }
        pass(PASSES);
        assertEquals(0, Buddy.dirtyUnits());
    }

    /** They lie behind the magazines of a thread that may never come by again. */
    @Test
    void reservesOfIdleHeapsAreEmptied() {
        free(blocks(2000, 64));
        Magazine magazine = heap.magazine(SizeClasses.classOf(64));
        assertTrue(magazine.reserveCount > 0);
        pass(1);
        assertTrue(magazine.reserveCount > 0, "in use since the pass before");
        pass(1);
        assertEquals(0, magazine.reserveCount);
        assertTrue(magazine.count() > 0);
        isValid();
    }

    /** Without a call into the allocator: by the thread that freeing so much has started. */
    @Test
    void anIdleProcessBecomesSmall() throws InterruptedException {
        free(written(COUNT, BYTES));
        for (int wait = 0; wait < 100 && Buddy.dirtyUnits() != 0; wait++) {
            Thread.sleep(100);
        }
        assertEquals(0, Buddy.dirtyUnits());
    }

    /** Memory of its own is taken before memory that only the kernel has. */
    @Test
    void dirtyRunsServeFirst() {
        pass(PASSES);
        long[] first = written(1, 4 * MEGABYTE);
        long[] gap = blocks(1, 4 * MEGABYTE);
        long[] second = written(1, 4 * MEGABYTE);
        free(second);
        pass(3);
        free(first);
        assertEquals(first[0], blocks(1, 4 * MEGABYTE)[0]);
        free(first);
        free(gap);
    }
}
