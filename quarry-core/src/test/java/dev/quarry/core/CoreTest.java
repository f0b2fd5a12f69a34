package dev.quarry.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.base.Fault;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.verify.Census;
import dev.quarry.core.verify.Verify;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A heap that the test's thread borrows, and all structures checked afterwards. */
public abstract class CoreTest {
    /** Before the constants of a test, which may ask for a size class. */
    private static final boolean BOOTED = Boot.boot();

    protected Heap heap;

    @BeforeEach
    void borrow() {
        assertTrue(BOOTED);
        heap = Registry.claim();
    }

    @AfterEach
    void verify() {
        isValid();
        Registry.release(heap);
    }

    protected static void isValid() {
        assertEquals(0, Verify.all(), () -> "at " + Long.toHexString(Verify.where()));
    }

    protected long[] blocks(int count, long bytes) {
        long[] blocks = new long[count];
        for (int i = 0; i < count; i++) {
            blocks[i] = Malloc.malloc(bytes, heap);
        }
        return blocks;
    }

    protected void free(long... blocks) {
        for (long block : blocks) {
            assertEquals(Fault.NONE, Free.free(block, heap));
        }
    }

    protected static long live(int sizeClass) {
        return Census.liveBlocks(sizeClass);
    }
}
