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
        long a = Malloc.malloc(24, heap);
        long b = Malloc.malloc(24, heap);
        assertNotEquals(a, b);
        assertEquals(32, Query.usableSize(a));
        assertEquals(Fault.NONE, Free.free(a, heap));
        assertEquals(Fault.DOUBLE_FREE, Free.free(a, heap));
        assertEquals(Fault.NONE, Free.free(b, heap));
    }

    @Test
    void randomSizesComeAndGo() {
        Random random = new Random(1);
        long[] blocks = new long[2000];
        for (int i = 0; i < 200_000; i++) {
            int at = random.nextInt(blocks.length);
            assertEquals(Fault.NONE, Free.free(blocks[at], heap));
            blocks[at] = Malloc.malloc(1L << random.nextInt(18), heap);
            assertNotEquals(0, blocks[at]);
        }
        assertEquals(0, Verify.all(), () -> "at " + Verify.where());
        for (long block : blocks) {
            Free.free(block, heap);
        }
    }
}
