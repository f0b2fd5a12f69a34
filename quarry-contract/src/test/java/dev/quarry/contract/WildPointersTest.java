package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Any 64 bits at all, and the edges of every unit in use, as pointers to each call. */
class WildPointersTest extends Misuse {
    private static final int COUNT = 100_000;
    private static final long UNIT_BYTES = 1 << 16;
    private static final long[] EDGES = {0, 1, 8, 16, 32, 48, 64, -1, -8, -16, -32, -48, -64};

    private final SplittableRandom random = Seed.random(WildPointersTest.class);

    /** Blocks of all kinds, so that there is something to hit. */
    @BeforeEach
    void populate() {
        for (long bytes = 1; bytes < 1 << 20; bytes += 1 + bytes / 8) {
            blocks.malloc(bytes);
        }
        freeEach(take(1000, 200));
    }

    private void assertHarmless(long address) {
        if (address == 0 || blocks.holds(address)) {
            return;
        }
        assertRefused(NO_BLOCK, () -> life.free(address));
        assertRefused(NO_BLOCK, () -> assertEquals(0, life.realloc(address, 64)));
        long before = faultsSoFar();
        assertEquals(0, life.usableSize(address));
        expectFaults(faultsSoFar() - before);
    }

    private void assertAllWell() {
        blocks.check();
        assertEquals(0, life.verify());
        for (long bytes = 1; bytes < 1 << 18; bytes += 1 + bytes / 8) {
            blocks.malloc(bytes);
        }
        blocks.check();
    }

    @Test
    void random64Bits() {
        for (int i = 0; i < COUNT; i++) {
            assertHarmless(random.nextLong());
        }
        assertAllWell();
    }

    /** Numbers of every length, most of them below 2^47 where a process's addresses are. */
    @Test
    void randomBitsOfEveryLength() {
        for (int i = 0; i < COUNT; i++) {
            assertHarmless(random.nextLong() >>> random.nextInt(Long.SIZE));
        }
        assertAllWell();
    }

    @Test
    void nearBlocks() {
        long[] held = blocks.addresses().stream().mapToLong(Long::longValue).toArray();
        for (int i = 0; i < COUNT; i++) {
            long block = held[random.nextInt(held.length)];
            assertHarmless(block + random.nextLong(-(1 << 20), 1 << 20));
        }
        assertAllWell();
    }

    /** All units from 64 below the lowest block to 64 above the highest, used or not. */
    @Test
    void theEdgesOfEveryUnit() {
        long lowest = (blocks.addresses().getFirst() & -UNIT_BYTES) - 64 * UNIT_BYTES;
        long highest = blocks.addresses().getLast() + 64 * UNIT_BYTES;
        long step = Math.max((highest - lowest) / COUNT & -UNIT_BYTES, UNIT_BYTES);
        for (long unit = lowest; unit < highest; unit += step) {
            for (long edge : EDGES) {
                assertHarmless(unit + edge);
            }
        }
        for (long block : blocks.addresses()) {
            for (long edge : EDGES) {
                assertHarmless((block & -UNIT_BYTES) + edge);
                assertHarmless(block + edge);
            }
        }
        assertAllWell();
    }

    @Test
    void aroundTheWholeRange() {
        long block = blocks.addresses().getFirst();
        for (int shift = 0; shift < Long.SIZE; shift++) {
            long distance = 1L << shift;
            for (long edge : EDGES) {
                assertHarmless(block + distance + edge);
                assertHarmless(block - distance + edge);
                assertHarmless((block | distance - 1) + edge);
                assertHarmless((block & -distance) + edge);
            }
        }
        assertAllWell();
    }

    @Test
    void fromAnotherThread() {
        long[] held = blocks.addresses().stream().mapToLong(Long::longValue).toArray();
        Threads.elsewhere(() -> {
            for (int i = 0; i < COUNT / 10; i++) {
                assertHarmless(held[i % held.length] + random.nextLong(-70_000, 70_000));
                assertHarmless(random.nextLong());
            }
        });
        assertAllWell();
        assertTrue(faultsSoFar() > COUNT / 10);
    }
}
