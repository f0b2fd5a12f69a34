package dev.quarry.core.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.base.Fault;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.verify.Verify;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SmokeTest {
    static Heap heap;

    @BeforeAll
    static void boot() {
        assertTrue(Boot.boot());
        heap = Registry.claim();
    }

    @AfterEach
    void structuresAreValid() {
        assertEquals(0, Verify.all(), () -> "at " + Verify.where());
    }

    @Test
    void twoBlocksAreTwo() {
        long a = Malloc.malloc(heap, 24);
        long b = Malloc.malloc(heap, 24);
        assertNotEquals(a, b);
        assertEquals(32, Query.usableSize(a));
        assertEquals(Fault.NONE, Free.free(heap, a));
        assertEquals(Fault.DOUBLE_FREE, Free.free(heap, a));
        assertEquals(Fault.NONE, Free.free(heap, b));
    }

    @Test
    void randomSizesComeAndGo() {
        Random random = new Random(1);
        long[] blocks = new long[2000];
        for (int i = 0; i < 200_000; i++) {
            int at = random.nextInt(blocks.length);
            assertEquals(Fault.NONE, Free.free(heap, blocks[at]));
            blocks[at] = Malloc.malloc(heap, 1L << random.nextInt(18));
            assertNotEquals(0, blocks[at]);
        }
        assertEquals(0, Verify.all(), () -> "at " + Verify.where());
        for (long block : blocks) {
            Free.free(heap, block);
        }
    }
}
